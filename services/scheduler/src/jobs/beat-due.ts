/**
 * From due times to wake-ups: each due agent is beaten or passed over, and gets its next time.
 * What is passed over takes one statement for all companies, a beat the log of its own company.
 */
import { newId, type Runtime } from '@muster/service-kit';
import { beatSkip } from '../domain/beat.ts';
import { dueAfter } from '../domain/schedule.ts';
import {
  listDue, passOver, takeDue, type DueBeat, type NextBeat, type PassedBeat,
} from '../store/schedules.ts';
import { wakeAgents } from './add-wakes.ts';
import { eachCompany } from './each-company.ts';
import type { RunContext } from './say-run.ts';
import { tellSkips } from './skip-wakes.ts';

/** Due agents that are taken at a time. */
const PORTION = 200;
/** After an outage many are due: so many portions before the rest of the sweep has its turn. */
const PORTIONS_MAX = 25;

export async function beatDue(runtime: Runtime): Promise<void> {
  for (let portion = 0; portion < PORTIONS_MAX; portion += 1) {
    if ((await beatPortion(runtime)) < PORTION) return;
  }
}

/** Returns how many were due. */
async function beatPortion(runtime: Runtime): Promise<number> {
  const passed: PassedBeat[] = [];
  const beats: DueBeat[] = [];
  const allDue = await listDue(runtime.db, PORTION);
  for (const due of allDue) {
    const reason = beatSkip(due);
    if (reason) passed.push({ ...nextOf(due), reason });
    else beats.push(due);
  }
  if (passed.length > 0) {
    const skips = await passOver(runtime.db, passed);
    tellSkips(skips.map(({ reason }) => ({ reason, source: 'timer' })));
  }
  await eachCompany(runtime, beats, beat);
  return allDue.length;
}

async function beat(
  context: RunContext,
  companyId: string,
  due: readonly DueBeat[],
): Promise<void> {
  const taken = await takeDue(context.db, companyId, due.map(nextOf));
  const own = due.filter(({ agentId }) => taken.has(agentId));
  const origin = { companyId, eventId: null, runId: null, traceparent: null };
  await wakeAgents(context, origin, own.map(wakeOfBeat));
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

const nextOf = (due: DueBeat): NextBeat => ({
  agentId: due.agentId, dueAt: due.nextDueAt, nextDueAt: dueAfter(due, due.nextDueAt, due.now),
});
