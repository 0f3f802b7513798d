/**
 * Starting a queued run: the lease is taken and the waiting wake-ups are delivered in one write.
 */
import type { Run } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { tell, type CarriedWake } from '../domain/run-context.ts';
import { hints } from '../hints.ts';
import { countHeldHere, lockInstance } from '../store/fair-shares.ts';
import {
  countHeld, lockCompany, lockWaiting, startRun, type Waiting,
} from '../store/run-lifecycle.ts';
import { postponeOffer } from '../store/run-sweep.ts';
import { deliverWakes } from '../store/wakeups.ts';
import { NO_ROOM_SECONDS } from './choose-run.ts';
import { failQueuedRun } from './end-runs.ts';
import { sayRun, type RunContext } from './say-run.ts';

export interface Started {
  readonly run: Run;
  readonly wakes: readonly CarriedWake[];
}

export type RunToTake = Pick<Waiting, 'id' | 'agentId'>;

interface PlaceLimits {
  /** Runs of one company at a time; 0 is no limit. */
  readonly maxPerCompany: number;
  /** Runs that processes of ours carry out at a time; 0 is no limit, as for a run elsewhere. */
  readonly maxHere?: number;
}

export interface StartLimits extends PlaceLimits {
  readonly leaseSeconds: number;
  /** Of a run that is carried out elsewhere: how long it may take. */
  readonly deadlineSeconds?: number;
}

/** Nothing where another worker was first, or where the run may not start now. */
export async function takeRun(
  context: RunContext,
  waiting: RunToTake,
  { leaseSeconds, deadlineSeconds, ...limits }: StartLimits,
): Promise<Started | undefined> {
  const { db } = context;
  const { id: runId } = waiting;
  if (!(await mayHavePlace(db, runId, limits))) return undefined;
  const wakes = await wakesToTell(db, waiting);
  if (!wakes) return undefined;
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

/** Nothing where the run may not start; none where nothing is left to tell its agent. */
async function wakesToTell(db: Db, waiting: RunToTake): Promise<CarriedWake[] | undefined> {
  const delivered = await deliverWakes(db, waiting);
  if (delivered.length > 0) return delivered;
  // Which of the two it is shows under the lock, and so does what came while it was waited for.
  return (await lockWaiting(db, waiting.id)) && deliverWakes(db, waiting);
}

/** Where nothing is limited there is nothing to ask. */
async function mayHavePlace(db: Db, runId: string, limits: PlaceLimits): Promise<boolean> {
  const { maxPerCompany, maxHere = 0 } = limits;
  if (maxPerCompany === 0 && maxHere === 0) return true;
  const waiting = await lockWaiting(db, runId);
  if (!waiting) return false;
  const room = await hasRoom(db, waiting.companyId, { maxPerCompany, maxHere });
  if (!room) await postponeOffer(db, runId, NO_ROOM_SECONDS);
  return room;
}

/** Counted under a lock, so that two that start at once do not both take the last place. */
async function hasRoom(
  db: Db,
  companyId: string,
  { maxPerCompany, maxHere }: Required<PlaceLimits>,
): Promise<boolean> {
  if (maxPerCompany > 0) {
    await lockCompany(db, companyId);
    if ((await countHeld(db, companyId)) >= maxPerCompany) return false;
  }
  if (maxHere === 0) return true;
  await lockInstance(db);
  return (await countHeldHere(db)) < maxHere;
}
