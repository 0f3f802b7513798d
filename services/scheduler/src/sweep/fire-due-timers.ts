/**
 * Each due agent gets a wake-up or is skipped; then its next due time is set. Timers that are
 * skipped take one statement for all companies, those that are fired a transaction per company.
 */
import { newId, openRotation, type Runtime } from '@muster/service-kit';
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

export function fireDueTimers({ runtime, signals }: TimerParts): () => Promise<unknown> {
  const rotation = openRotation<DueTimer>({
    name: 'due timers',
    log: runtime.log,
    limit: BATCH,
    pagesMax: BATCHES_MAX,
    list: (after, limit) => listDueTimers(runtime.db, after, limit),
    work: async (due, eachCompany) => {
      await skipOf(runtime, signals, due);
      const fired = due.filter((timer) => !timerSkipReason(timer));
      await writePerCompany(runtime, eachCompany, fired, fireTimers);
    },
  });
  return () => rotation.pass();
}

async function skipOf(
  { db }: Runtime,
  signals: LocalSignals,
  due: readonly DueTimer[],
): Promise<void> {
  const skipped = due.flatMap((timer): SkippedTimer[] => {
    const reason = timerSkipReason(timer);
    return reason ? [{ ...advanceOf(timer), reason }] : [];
  });
  if (skipped.length === 0) return;
  const skips = await skipTimers(db, skipped);
  signalSkips(
    signals,
    skips.map(({ reason }) => ({ reason, source: 'timer' })),
  );
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
