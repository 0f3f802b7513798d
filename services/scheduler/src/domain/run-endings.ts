/**
 * The ways in which a run ends: who ends it, from which states, and what becomes of the wake-ups
 * that it carried and of its agent. Every ending emits `run.finished`. `runs/end-runs.ts` and
 * `runs/complete-run.ts` read what they do from here.
 */
import type { RunStatus } from '@muster/contracts';
import { isUndelivered, PROVIDER_BUSY, SESSION_UNKNOWN } from './retries/retry.ts';
import { staleReasons, type StaleReason } from './ended-work/work-over.ts';
import { runMoves, type FinishedStatus } from './run-moves.ts';

/** Error code of a run that ended because its budget does not allow more. Stored with the run. */
export const BUDGET = 'budget';
/** Error code of a run that the quota of its model provider has ended. Stored with the run. */
export const QUOTA = 'provider_quota';

/**
 * `keep`: they stay delivered. `return`: they wait until the agent may run again. `return_others`: the
 * same, without those that asked for the work that is over. `retry`: they are carried by another run,
 * a few times at once; then they wait like those of an agent that fails. `skip_undelivered`: they are
 * skipped if the run was still queued. `fail`: they fail.
 */
export type WakesAfterRun =
  | 'keep'
  | 'return'
  | 'return_others'
  | 'retry'
  | 'skip_undelivered'
  | 'fail';

export interface RunEnding {
  readonly by: 'reaction' | 'board' | 'worker' | 'sweep' | 'holder';
  readonly from: readonly RunStatus[];
  /** The state after it; that of a holder's own end depends on the outcome. */
  readonly status?: FinishedStatus;
  readonly wakes: WakesAfterRun;
  /** The agent gets no run for a while, or until its budget is restored. */
  readonly holdsForBudget?: true;
  /** The holder may be a worker of this process: it is signalled at once. */
  readonly signalsHolder?: true;
  readonly countsLostLease?: true;
}

const { cancel, fail, lose, timeOut } = runMoves;
const ownedByHolder = { by: 'holder', from: ['running'] } as const;
/** A worker that is refused admission must not end a run that another worker has started. */
const onlyQueued = { by: 'worker', from: ['queued'] } as const;

export const runEndings = {
  /** The agent was paused or terminated, its company stopped or archived, or a budget is exhausted. */
  stopped: {
    by: 'reaction',
    from: cancel.from,
    status: cancel.to,
    wakes: 'return',
    signalsHolder: true,
  },
  cancelled: {
    by: 'board',
    from: cancel.from,
    status: cancel.to,
    wakes: 'skip_undelivered',
    signalsHolder: true,
  },
  /** Billing has reserved nothing for it. */
  refused: { ...onlyQueued, status: cancel.to, wakes: 'return', holdsForBudget: true },
  /** Its work was over before it started: its wake-ups are skipped by now. */
  superseded: { ...onlyQueued, status: cancel.to, wakes: 'keep' },
  /** Its agent is gone, or no wake-up is left for it. */
  unstartable: { ...onlyQueued, status: fail.to, wakes: 'fail' },
  /** Its configuration may not be started, such as without a secret: another one may. */
  misconfigured: { ...onlyQueued, status: fail.to, wakes: 'return' },
  /** Its work is over, and so is the time that it had to stop by itself. */
  workOver: {
    by: 'sweep',
    from: ['running'],
    status: cancel.to,
    wakes: 'return_others',
    signalsHolder: true,
  },
  /** A remote run that has not finished by its deadline. */
  overdue: { by: 'sweep', from: timeOut.from, status: timeOut.to, wakes: 'keep' },
  leaseExpired: {
    by: 'sweep',
    from: lose.from,
    status: lose.to,
    wakes: 'retry',
    countsLostLease: true,
  },
  completed: { ...ownedByHolder, wakes: 'keep' },
  /** It was told that its work is over, and has not succeeded. */
  stoppedInTime: { ...ownedByHolder, wakes: 'return_others' },
  /** The slice is used up and billing has granted no more. */
  budgetUsedUp: { ...ownedByHolder, wakes: 'return', holdsForBudget: true },
  /** Its agent is not started before the quota begins again. */
  quotaUsedUp: { ...ownedByHolder, wakes: 'return' },
  /** Its agents are not started before the provider is tried again. */
  providerBusy: { ...ownedByHolder, wakes: 'return' },
  /** The agent never received its run, or could not begin. */
  undelivered: { ...ownedByHolder, wakes: 'return' },
  /** Another run begins a new session. */
  sessionGone: { ...ownedByHolder, wakes: 'retry' },
  /** The worker is stopping or has lost the lease. */
  abandoned: { ...ownedByHolder, wakes: 'retry' },
} as const satisfies Record<string, RunEnding>;

export type RunEndingName = keyof typeof runEndings;

/** Endings by another party than the holder of the run. */
export type OutsideEnding = {
  [N in RunEndingName]: (typeof runEndings)[N]['by'] extends 'holder' ? never : N;
}[RunEndingName];

/** Which of the holder's endings this is. */
export function holderEnding({
  status,
  errorCode,
}: {
  readonly status: RunStatus;
  readonly errorCode: string | null;
}): RunEndingName {
  if (errorCode === BUDGET) return 'budgetUsedUp';
  if (status === 'lost') return 'abandoned';
  if (staleReasons.some((reason) => reason === errorCode)) return 'stoppedInTime';
  if (errorCode === QUOTA) return 'quotaUsedUp';
  if (errorCode === PROVIDER_BUSY) return 'providerBusy';
  if (errorCode === SESSION_UNKNOWN) return 'sessionGone';
  return isUndelivered(errorCode) ? 'undelivered' : 'completed';
}

/** A run that was told to stop, and ends by itself in another way than by success, was stopped. */
export const isStoppedBy = (ending: Parameters<typeof holderEnding>[0]): boolean =>
  ending.status !== 'succeeded' && holderEnding(ending) === 'completed';

/** Whether nothing brings another run for what this one was for. A run without work has left none. */
export const isGivenUp = (
  name: RunEndingName,
  { status, errorCode }: { readonly status: RunStatus; readonly errorCode: string | null },
): boolean =>
  GIVEN_UP_BY.has(runEndings[name].wakes) &&
  status !== 'succeeded' &&
  name !== 'superseded' &&
  errorCode !== 'nothing_to_tell';

const GIVEN_UP_BY: ReadonlySet<WakesAfterRun> = new Set(['keep', 'skip_undelivered', 'fail']);

export interface EndReason {
  readonly errorCode: string;
  readonly error: string;
}

export const endReasons = {
  cancelled: { errorCode: 'cancelled', error: 'Cancelled by the board' },
  overdue: { errorCode: 'timed_out', error: 'The agent did not finish in its time' },
  leaseExpired: { errorCode: 'worker_lost', error: 'The worker of this run went silent' },
  agentTerminated: { errorCode: 'agent_terminated', error: 'The agent was terminated' },
  companyStopped: { errorCode: 'company_stopped', error: 'The company was stopped by the board' },
  companyArchived: { errorCode: 'company_archived', error: 'The company was archived' },
  runnerSilent: { errorCode: 'runner_lost', error: 'The runner of this run could not be reached' },
} as const satisfies Record<string, EndReason>;

/** Why a run is not started whose wake-ups were skipped. */
export const staleEndings = {
  issue_ended: 'Its issue ended before it started',
  no_longer_assigned: 'Its issue was given to another assignee before it started',
  issue_blocked: 'Its issue was blocked by an open issue when it was to start',
  issue_held: 'The board held its issue when it was to start',
} as const satisfies Record<StaleReason, string>;
