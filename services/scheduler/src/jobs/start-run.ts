/**
 * Starting a queued run: the lease is taken and the waiting wake-ups are delivered in one write.
 */
import type { Run } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { tell, type CarriedWake } from '../domain/run-context.ts';
import { hints } from '../hints.ts';
import { countHeldHere, lockInstance } from '../store/fair-shares.ts';
import { countHeld, lockCompany, lockWaiting, startRun } from '../store/run-lifecycle.ts';
import { postponeOffer } from '../store/run-sweep.ts';
import { deliverWakes } from '../store/wakeups.ts';
import { NO_ROOM_SECONDS } from './choose-run.ts';
import { failQueuedRun } from './end-runs.ts';
import { sayRun, type RunContext } from './say-run.ts';

export interface Started {
  readonly run: Run;
  readonly wakes: readonly CarriedWake[];
}

export interface StartLimits {
  readonly leaseSeconds: number;
  /** Runs of one company at a time; 0 is no limit. */
  readonly maxPerCompany: number;
  /** Runs that processes of ours carry out at a time; 0 is no limit, as for a run elsewhere. */
  readonly maxHere?: number;
  /** Of a run that is carried out elsewhere: how long it may take. */
  readonly deadlineSeconds?: number;
}

/** Nothing where another worker was first, or where the run may not start now. */
export async function takeRun(
  context: RunContext,
  runId: string,
  { leaseSeconds, maxPerCompany, maxHere = 0, deadlineSeconds }: StartLimits,
): Promise<Started | undefined> {
  const { db } = context;
  const waiting = await lockWaiting(db, runId);
  if (!waiting) return undefined;
  if (!(await hasRoom(db, waiting.companyId, { maxPerCompany, maxHere }))) {
    await postponeOffer(db, runId, NO_ROOM_SECONDS);
    return undefined;
  }
  const wakes = await deliverWakes(db, waiting);
  if (wakes.length === 0) {
    await failQueuedRun(context, runId, {
      errorCode: 'nothing_to_tell', error: 'No wake-up is left for this run',
    });
    return undefined;
  }
  const run = await startRun(db, runId, { leaseSeconds, deadlineSeconds }, tell(wakes));
  if (!run) throw new Error(`run ${runId} was locked and yet changed`);
  sayRun(context, 'run.started', run);
  const sources = wakes.map(({ source }) => source);
  context.afterCommit(() =>
    hints.emit('counted', { kind: 'wakes', outcome: 'delivered', sources }));
  return { run, wakes };
}

/** Counted under a lock, so that two that start at once do not both take the last place. */
async function hasRoom(
  db: Db,
  companyId: string,
  { maxPerCompany, maxHere }: { readonly maxPerCompany: number; readonly maxHere: number },
): Promise<boolean> {
  if (maxPerCompany > 0) {
    await lockCompany(db, companyId);
    if ((await countHeld(db, companyId)) >= maxPerCompany) return false;
  }
  if (maxHere === 0) return true;
  await lockInstance(db);
  return (await countHeldHere(db)) < maxHere;
}
