/**
 * Each due agent gets a wake-up or is skipped; then its next due time is set. Timers that are
 * skipped take one statement for all companies, those that are fired a transaction per company.
 */
import { newId, type Runtime } from '@muster/service-kit';
import { timerSkipReason } from '../domain/due-timer.ts';
import { dueAfter } from '../domain/schedule.ts';
import type { LocalSignals } from '../local-signals.ts';
import type { RunTransaction } from '../runs/run-transaction.ts';
import { writePerCompany } from '../runs/write-per-company.ts';
import {
  claimDueTimers,
  listDueTimers,
  skipTimers,
  type DueTimer,
  type SkippedTimer,
  type TimerAdvance,
} from '../store/schedules.ts';
import { wakeAgents } from '../wakes/enqueue-wakes.ts';
import { signalSkips } from '../wakes/skip-wakes.ts';

/** Due timers that are handled at a time. */
const BATCH = 200;
/** After an outage many timers are due: the rest of the sweep has its turn after these batches. */
const BATCHES_MAX = 25;

interface TimerParts {
  readonly runtime: Runtime;
  readonly signals: LocalSignals;
}

export async function fireDueTimers(parts: TimerParts): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await fireBatch(parts)) < BATCH) return;
  }
}

/** Returns how many were due. */
async function fireBatch({ runtime, signals }: TimerParts): Promise<number> {
  const skipped: SkippedTimer[] = [];
  const fired: DueTimer[] = [];
  const allDue = await listDueTimers(runtime.db, BATCH);
  for (const due of allDue) {
    const reason = timerSkipReason(due);
    if (reason) skipped.push({ ...advanceOf(due), reason });
    else fired.push(due);
  }
  if (skipped.length > 0) {
    const skips = await skipTimers(runtime.db, skipped);
    signalSkips(
      signals,
      skips.map(({ reason }) => ({ reason, source: 'timer' })),
    );
  }
  await writePerCompany(runtime, fired, fireTimers);
  return allDue.length;
}

async function fireTimers(
  context: RunTransaction,
  companyId: string,
  due: readonly DueTimer[],
): Promise<void> {
  const claimed = await claimDueTimers(context.db, companyId, due.map(advanceOf));
  const own = due.filter(({ agentId }) => claimed.has(agentId));
  const origin = { companyId, eventId: null, runId: null, traceparent: null };
  await wakeAgents(context, origin, own.map(wakeOfTimer));
}

const wakeOfTimer = ({ agentId, nextDueAt }: DueTimer) => ({
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

const advanceOf = (due: DueTimer): TimerAdvance => ({
  agentId: due.agentId,
  dueAt: due.nextDueAt,
  nextDueAt: dueAfter(due, due.nextDueAt, due.now),
});
