import type { scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import { isFinished } from '../domain/run-moves.ts';
import { sayRun } from '../jobs/say-run.ts';
import { saveUsage } from '../store/run-lifecycle.ts';
import { restAgent } from '../store/rests.ts';
import { renewByBeat } from '../store/runs-elsewhere.ts';
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
  const terms = await renewByBeat(db, run, LEASE_SECONDS);
  if (!terms) throw new Error(`run ${runId} was locked and yet changed`);
  return { stop: false, reason: null, ...terms };
};
