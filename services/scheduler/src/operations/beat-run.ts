import type { Run, scheduler } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import { isFinished } from '../domain/run-moves.ts';
import { isUsedUp } from '../domain/slice.ts';
import { hints } from '../hints.ts';
import { RESERVATION_MARGIN_SECONDS } from '../jobs/ask-leave.ts';
import { sayRun } from '../jobs/say-run.ts';
import { ASK_EVERY_SECONDS } from '../jobs/slice.ts';
import { saveUsage } from '../store/run-lifecycle.ts';
import { restAgent } from '../store/rests.ts';
import { renewByBeat, saveSliceAsked, type Renewed } from '../store/runs-elsewhere.ts';
import { lockOwnRun } from './lock-own-run.ts';

/** A run that has ended is no error here: the agent asks just to be told. */
export const beatRun: Handler<typeof scheduler, 'beatRun'> = async (
  { runId, usage, notBefore },
  context,
) => {
  const { db } = context;
  const { LEASE_SECONDS } = context.config as SchedulerConfig;
  const run = await lockOwnRun(context, runId);
  if (notBefore) await restAgent(db, run, notBefore);
  // What was used until the agent heard of the end is owed.
  const reported = usage && (await saveUsage(db, run, usage));
  if (reported) sayRun(context, 'run.usage_reported', reported);
  if (isFinished(run.status)) {
    const reason = run.errorCode ?? run.status;
    return { stop: true, reason, leaseExpiresAt: null, deadlineAt: null };
  }
  const renewed = await renewByBeat(db, run, LEASE_SECONDS);
  if (!renewed) throw new Error(`run ${runId} was locked and yet changed`);
  await haveBillingAsked(context, reported ?? run, renewed);
  const { leaseExpiresAt, deadlineAt } = renewed;
  return { stop: false, reason: null, leaseExpiresAt, deadlineAt };
};

/** Not here, where the agent waits and the run is locked; a later beat is told the answer. */
async function haveBillingAsked(
  { db, afterCommit }: Context<typeof scheduler>,
  run: Run,
  { sliceCents, askedSecondsAgo, secondsLeft }: Renewed,
): Promise<void> {
  if (!run.usage || !isUsedUp(sliceCents, run.usage)) return;
  if (askedSecondsAgo < ASK_EVERY_SECONDS) return;
  await saveSliceAsked(db, run);
  const ttlSeconds = Math.ceil(secondsLeft) + RESERVATION_MARGIN_SECONDS;
  afterCommit(() => hints.emit('sliceUsedUp', run, ttlSeconds));
}
