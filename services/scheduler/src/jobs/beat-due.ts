/** From due times to wake-ups: each due agent is beaten or passed over, and gets its next time. */
import { newId, type Runtime } from '@muster/service-kit';
import { beatSkip } from '../domain/beat.ts';
import { dueAfter } from '../domain/schedule.ts';
import { listDue, lockDue, saveDueTimes, type DueBeat } from '../store/schedules.ts';
import type { Skip } from '../store/skips.ts';
import { hasWaitingBeat } from '../store/wakeups.ts';
import { listIdle } from '../store/work.ts';
import { addWakes } from './add-wakes.ts';
import { agentIds, eachCompany } from './each-company.ts';
import { queueRuns } from './queue-runs.ts';
import { skipWakes } from './skip-wakes.ts';

/** Due agents that one pass takes. */
const PORTION = 200;

export async function beatDue(runtime: Runtime): Promise<void> {
  const due = await listDue(runtime.db, PORTION);
  await eachCompany(runtime, due, async (context, companyId, rows) => {
    const { db } = context;
    const locked = await lockDue(db, companyId, agentIds(rows));
    if (locked.length === 0) return;
    const waiting = await hasWaitingBeat(db, agentIds(locked));
    const idle = await listIdle(
      db, companyId, agentIds(locked.filter(({ skipWhenIdle }) => skipWhenIdle)),
    );
    const beats: DueBeat[] = [];
    const skips: Skip[] = [];
    for (const beat of locked) {
      const { agentId } = beat;
      const reason = beatSkip(beat, {
        isWaiting: waiting.has(agentId), isIdle: idle.has(agentId),
      });
      if (reason) skips.push({ agentId, reason, source: 'timer' });
      else beats.push(beat);
    }
    await skipWakes(context, companyId, skips);
    const origin = { companyId, eventId: null, runId: null, traceparent: null };
    await addWakes(context, origin, beats.map(wakeOfBeat));
    await saveDueTimes(db, locked.map(moved));
    await queueRuns(context, companyId, agentIds(beats));
  });
}

const wakeOfBeat = ({ agentId, nextDueAt }: DueBeat) => ({
  id: newId(),
  cause: `timer:${nextDueAt}`,
  agentId,
  source: 'timer' as const,
  reason: 'heartbeat_timer',
  issueId: null,
  commentId: null,
  approvalId: null,
  approvalStatus: null,
  linkedIssueIds: [],
});

const moved = (beat: DueBeat) => ({
  agentId: beat.agentId, nextDueAt: dueAfter(beat, beat.nextDueAt, beat.now),
});
