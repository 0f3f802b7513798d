import type { scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { schedulerConfigOf } from '../config.ts';
import { isFinished } from '../domain/run-moves.ts';
import { isSliceUsedUp, RENEW_EVERY_SECONDS, RESERVATION_MARGIN_SECONDS } from '../domain/slice.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { holdQuota } from '../runs/hold-quota.ts';
import { lockOwnRun } from '../runs/lock-own-run.ts';
import { emitRun, type RunTransaction } from '../runs/run-transaction.ts';
import { saveUsage } from '../store/runs/run-usage.ts';
import { renewByKeepAlive, saveSliceRequested, type RenewedRun } from '../store/remote-runs.ts';
import type { HeldRun } from '../domain/held-run.ts';

/** A keep-alive. A run that has ended is no error: the agent calls to learn about it. */
export const beatRun: Handler<typeof scheduler, 'beatRun', SchedulerParts> = async (
  { runId, usage, notBefore },
  context,
) => {
  const { db } = context;
  const { LEASE_SECONDS } = schedulerConfigOf(context);
  const run = await lockOwnRun(context, runId);
  if (notBefore) await holdQuota(context, run, notBefore);
  // Usage until the agent learned of the end is owed.
  const reported = usage && (await saveUsage(db, run, usage));
  if (reported) emitRun(context, 'run.usage_reported', reported);
  if (isFinished(run.status)) {
    const reason = run.errorCode ?? run.status;
    return { stop: true, reason, leaseExpiresAt: null, deadlineAt: null };
  }
  const renewed = await renewByKeepAlive(db, run, LEASE_SECONDS);
  if (!renewed) throw new Error(`run ${runId} changed although it was locked`);
  await requestRenewal(context, { ...run, ...reported }, renewed);
  const { leaseExpiresAt, deadlineAt, stopCode } = renewed;
  return { stop: stopCode !== null, reason: stopCode, leaseExpiresAt, deadlineAt };
};

/**
 * Billing is asked after the commit: here the agent waits and the run is locked. A later keep-alive
 * gets the answer.
 */
async function requestRenewal(
  { db, afterCommit, parts: { signals } }: RunTransaction,
  run: HeldRun,
  { sliceCents, requestedSecondsAgo, secondsLeft }: RenewedRun,
): Promise<void> {
  if (!run.usage || !isSliceUsedUp(sliceCents, run.usage)) return;
  if (requestedSecondsAgo < RENEW_EVERY_SECONDS) return;
  await saveSliceRequested(db, run);
  const ttlSeconds = Math.ceil(secondsLeft) + RESERVATION_MARGIN_SECONDS;
  afterCommit(() => signals.emit('sliceUsedUp', run, ttlSeconds));
}
