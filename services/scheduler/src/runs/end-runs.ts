/** Ends runs by another party than their holder, as the table of endings says. */
import type { Run } from '@muster/contracts';
import {
  isGivenUp,
  runEndings,
  type EndReason,
  type OutsideEnding,
  type RunEnding,
  type RunEndingName,
  type WakesAfterRun,
} from '../domain/run-endings.ts';
import { PROVIDER_BUSY } from '../domain/retries/retry.ts';
import { isFailure } from '../domain/retries/failing.ts';
import { holdForBudget, lookAgain } from '../store/waits/holds.ts';
import { endLiveRuns, endRun } from '../store/runs/run-lifecycle.ts';
import { endWakes, returnOtherWakes, returnWakes } from '../store/wakes/wakeups.ts';
import { skipWakes } from '../wakes/skip-wakes.ts';
import { retryWakes } from './retry-wakes.ts';
import { backOff } from './back-off.ts';
import { emitRunFinished, type RunTransaction } from './run-transaction.ts';
import { waitForProvider } from './wait-for-provider.ts';
import { agentIdsOf } from './write-per-company.ts';

/** Returns the run as it ended; nothing where it is in no state from which this ending starts. */
export async function endRunAs(
  context: RunTransaction,
  ending: OutsideEnding,
  runId: string,
  reason: EndReason,
): Promise<Run | undefined> {
  const { from, status } = runEndings[ending];
  const ended = await endRun(context.db, runId, { status, ...reason }, from);
  if (ended) await applyToEnded(context, ending, [ended]);
  return ended;
}

/** Live runs of an agent: one, and what a release before may have left. */
const RUNS_OF_AGENT_MAX = 100;

/** Stops the live runs of an agent. */
export async function stopLiveRuns(
  context: RunTransaction,
  companyId: string,
  agentId: string,
  reason: EndReason,
): Promise<void> {
  await stopRuns(context, { companyId, agentId }, reason, RUNS_OF_AGENT_MAX);
}

/** Stops at most so many live runs of a company; returns how many. */
export const stopNextRuns = (
  context: RunTransaction,
  companyId: string,
  reason: EndReason,
  limit: number,
): Promise<number> => stopRuns(context, { companyId, agentId: null }, reason, limit);

async function stopRuns(
  context: RunTransaction,
  whose: { readonly companyId: string; readonly agentId: string | null },
  reason: EndReason,
  limit: number,
): Promise<number> {
  const { from, status } = runEndings.stopped;
  const stopped = await endLiveRuns(context.db, whose, { status, ...reason }, from, limit);
  await applyToEnded(context, 'stopped', stopped);
  return stopped.length;
}

/** Of one company. What waits for their agents is looked at by the sweep, as nobody else queues it. */
async function applyToEnded(
  context: RunTransaction,
  ending: OutsideEnding,
  ended: readonly Run[],
): Promise<void> {
  const [first] = ended;
  if (!first) return;
  await applyEnding(context, ending, ended);
  await lookAgain(context.db, first.companyId, agentIdsOf(ended));
}

/** Does what the table says about runs whose rows have ended in this transaction. */
export async function applyEnding(
  context: RunTransaction,
  name: RunEndingName,
  ended: readonly Run[],
): Promise<void> {
  const { wakes, holdsForBudget, signalsHolder, countsLostLease }: RunEnding = runEndings[name];
  const {
    db,
    afterCommit,
    parts: { signals },
  } = context;
  await applyToWakes(context, wakes, ended);
  for (const run of ended) {
    if (holdsForBudget) await holdForBudget(db, run.agentId);
    emitRunFinished(context, run, isGivenUp(name, run));
    if (isFailure(run)) await backOff(context, run);
    if (run.errorCode === PROVIDER_BUSY) await waitForProvider(context, run);
    if (signalsHolder) afterCommit(() => signals.emit('stopped', run.id, run.errorCode ?? ''));
    if (countsLostLease) afterCommit(() => signals.emit('counted', { kind: 'lease' }));
  }
}

async function applyToWakes(
  context: RunTransaction,
  wakes: WakesAfterRun,
  ended: readonly Run[],
): Promise<void> {
  const { db } = context;
  switch (wakes) {
    case 'keep':
      return;
    case 'return':
      return returnWakes(
        db,
        ended.map(({ id }) => id),
      );
    case 'return_others':
      return returnOtherWakes(
        db,
        ended.map(({ id }) => id),
      );
    case 'retry':
      for (const run of ended) await retryWakes(context, run);
      return;
    case 'skip_undelivered':
      for (const run of ended) if (!run.startedAt) await skipWakesOf(context, run);
      return;
    case 'fail':
      for (const { id } of ended) await endWakes(db, id, 'failed');
      return;
    default:
      return wakes satisfies never;
  }
}

async function skipWakesOf(context: RunTransaction, run: Run): Promise<void> {
  const { id, companyId, agentId, source, issueId } = run;
  await endWakes(context.db, id, 'skipped');
  await skipWakes(context, companyId, [{ agentId, reason: 'run_cancelled', source, issueId }]);
}
