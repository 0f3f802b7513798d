/** The ways in which a run ends, each with what becomes of the wake-ups that it carried. */
import type { Run, Usage } from '@muster/contracts';
import { newId, together } from '@muster/service-kit';
import {
  callAgainSeconds, isUndelivered, retries, RETRY_WINDOW_SECONDS,
} from '../domain/retry.ts';
import { hints } from '../hints.ts';
import { holdForBudget, holdForRetry } from '../store/holds.ts';
import {
  endLiveRuns, endRun, finishRun, LIVE_RUNS_MAX, releaseRun, saveUsage, type Ending,
} from '../store/run-lifecycle.ts';
import { countLost } from '../store/run-sweep.ts';
import { endWakes, listReady, returnWakes } from '../store/wakeups.ts';
import { addWakes } from './add-wakes.ts';
import { queueReady, queueRuns } from './queue-runs.ts';
import { sayFinished, sayRun, type RunContext } from './say-run.ts';
import { skipWakes } from './skip-wakes.ts';

/** The code of a run that ended because there is no money for it. */
export const BUDGET = 'budget';

export interface StopReason {
  readonly errorCode: string;
  readonly error: string;
}

/**
 * Stops what an agent, or a whole company, has live. Each run gives its wake-ups back: nobody knows
 * how far it came with them, and they wait until the agent may run again.
 */
export async function stopLiveRuns(
  context: RunContext,
  companyId: string,
  agentId: string | null,
  reason: StopReason,
): Promise<void> {
  const { db } = context;
  for (;;) {
    const stopped = await endLiveRuns(db, companyId, agentId, { status: 'cancelled', ...reason });
    await returnWakes(db, stopped.map(({ id }) => id));
    for (const run of stopped) sayStopped(context, run, reason);
    if (stopped.length < LIVE_RUNS_MAX) return;
  }
}

function sayStopped(context: RunContext, run: Run, { errorCode }: StopReason): void {
  sayFinished(context, run);
  context.afterCommit(() => hints.emit('stopped', run.id, errorCode));
}

/** Somebody wants this very run to stop, so what it was queued for is dropped with it. */
export async function cancelRunByHand(
  context: RunContext,
  runId: string,
): Promise<Run | undefined> {
  const reason = { errorCode: 'cancelled', error: 'Cancelled by the board' };
  const ended = await endRun(context.db, runId, { status: 'cancelled', ...reason });
  if (!ended) return undefined;
  sayStopped(context, ended, reason);
  if (!ended.startedAt) {
    await endWakes(context.db, runId, 'skipped');
    const { companyId, agentId, source, issueId } = ended;
    await skipWakes(context, companyId, [
      { agentId, reason: 'run_cancelled', source, issueId },
    ]);
  }
  return ended;
}

/**
 * A queued run that its budget does not allow: its wake-ups wait, the agent is held for a while.
 */
export async function refuseRun(context: RunContext, runId: string, error: string): Promise<void> {
  const ended = await endRun(context.db, runId, {
    status: 'cancelled', errorCode: BUDGET, error,
  });
  if (!ended) return;
  await returnWakes(context.db, [runId]);
  await holdForBudget(context.db, ended.agentId);
  sayFinished(context, ended);
}

/** A queued run that can never be started. */
export async function failQueuedRun(
  context: RunContext,
  runId: string,
  reason: StopReason,
): Promise<void> {
  const ended = await endRun(context.db, runId, { status: 'failed', ...reason });
  if (!ended) return;
  await endWakes(context.db, runId, 'failed');
  sayFinished(context, ended);
}

/** The lease ran out: nobody knows what became of the process, so its work is taken up again. */
export async function loseRun(context: RunContext, run: Run): Promise<void> {
  const ended = await endRun(context.db, run.id, {
    status: 'lost', errorCode: 'worker_lost', error: 'The worker of this run went silent',
  });
  if (!ended) return;
  await takeUpAgain(context, ended);
  sayFinished(context, ended);
  context.afterCommit(() => hints.emit('counted', { kind: 'lease' }));
}

/**
 * The holder ends its own run; the next one of the agent is queued in the same transaction. What is
 * ready for that one is asked for in the same go, which is right as long as the end changes nothing
 * about it.
 */
export async function completeRun(
  context: RunContext,
  run: Run,
  ending: Ending,
  usage: Usage | undefined,
): Promise<void> {
  const { db } = context;
  const { companyId, agentId } = run;
  const [finished, ready] = await together([
    finishRun(db, run, ending, usage), listReady(db, companyId, [agentId]),
  ]);
  if (finished && !leavesWork(finished)) {
    sayFinished(context, finished);
    await queueReady(context, companyId, ready);
    return;
  }
  if (finished) {
    await takeUp(context, finished);
    sayFinished(context, finished);
  } else await releaseStopped(context, run, usage);
  await queueRuns(context, companyId, [agentId]);
}

/** Whether what it was told waits for another run. */
const leavesWork = ({ status, errorCode }: Run): boolean =>
  status === 'lost' || isUndelivered(errorCode) || errorCode === BUDGET;

async function takeUp(context: RunContext, run: Run): Promise<void> {
  if (run.errorCode === BUDGET) await waitForMoney(context, run);
  else await takeUpAgain(context, run);
}

/** It was stopped from outside; what it used until its process was gone is still owed. */
async function releaseStopped(
  context: RunContext,
  run: Run,
  usage: Usage | undefined,
): Promise<void> {
  await releaseRun(context.db, run);
  const late = usage && (await saveUsage(context.db, run, usage));
  if (late) sayRun(context, 'run.usage_reported', late);
}

/** Its slice was used up while billing was away: what it was told waits until there is money. */
async function waitForMoney({ db }: RunContext, run: Run): Promise<void> {
  await returnWakes(db, [run.id]);
  await holdForBudget(db, run.agentId);
}

async function takeUpAgain(context: RunContext, run: Run): Promise<void> {
  const { db } = context;
  const lost = await countLost(db, run, RETRY_WINDOW_SECONDS);
  if (!retries(lost)) {
    await endWakes(db, run.id, 'failed');
    return;
  }
  const isUncalled = isUndelivered(run.errorCode);
  if (isUncalled) await holdForRetry(db, run.agentId, callAgainSeconds(lost));
  await returnWakes(db, [run.id]);
  const origin = {
    companyId: run.companyId, eventId: null, runId: run.id, isRetry: true, traceparent: null,
  };
  await addWakes(context, origin, [{
    id: newId(),
    cause: `retry:${run.id}`,
    agentId: run.agentId,
    source: 'retry',
    reason: isUncalled ? 'call_failed' : 'run_lost',
    issueId: run.issueId,
    commentId: null,
    approvalId: null,
    approvalStatus: null,
    linkedIssueIds: [],
  }]);
}
