/**
 * Starting a queued run: the lease is taken and the waiting wake-ups are delivered in one write.
 */
import type { Run } from '@muster/contracts';
import { tell, type CarriedWake } from '../domain/run-context.ts';
import { countHeld, lockCompany, lockWaiting, startRun } from '../store/run-lifecycle.ts';
import { postponeOffer } from '../store/run-sweep.ts';
import { deliverWakes } from '../store/wakeups.ts';
import { failQueuedRun } from './end-runs.ts';
import { sayRun, type RunContext } from './say-run.ts';

/** A run that its company has no room for is offered again then, or when one of its runs ends. */
const NO_ROOM_SECONDS = 2;

export interface Started {
  readonly run: Run;
  readonly wakes: readonly CarriedWake[];
}

export interface StartLimits {
  readonly leaseSeconds: number;
  /** Runs of one company at a time; 0 is no limit. */
  readonly maxPerCompany: number;
}

/** Nothing where another worker was first, or where the run may not start now. */
export async function takeRun(
  context: RunContext,
  runId: string,
  { leaseSeconds, maxPerCompany }: StartLimits,
): Promise<Started | undefined> {
  const { db } = context;
  const waiting = await lockWaiting(db, runId);
  if (!waiting) return undefined;
  if (maxPerCompany > 0) {
    await lockCompany(db, waiting.companyId);
    if ((await countHeld(db, waiting.companyId)) >= maxPerCompany) {
      await postponeOffer(db, runId, NO_ROOM_SECONDS);
      return undefined;
    }
  }
  const wakes = await deliverWakes(db, waiting);
  if (wakes.length === 0) {
    await failQueuedRun(context, runId, {
      errorCode: 'nothing_to_tell', error: 'No wake-up is left for this run',
    });
    return undefined;
  }
  const run = await startRun(db, runId, leaseSeconds, tell(wakes));
  if (!run) throw new Error(`run ${runId} was locked and yet changed`);
  sayRun(context, 'run.started', run);
  return { run, wakes };
}
