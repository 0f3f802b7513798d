/** Starts a queued run: takes the lease and delivers the waiting wake-ups in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import { pipelined, type Db } from '@muster/service-kit';
import { buildRunContext, type CarriedWake } from '../domain/run-context.ts';
import { isLastPlace } from '../domain/last-places.ts';
import { PROBE_SECONDS } from '../domain/quota/outage.ts';
import { briefRun } from '../store/briefing.ts';
import { countHeldLocally, isFirstOrOnly, lockRunCounts } from '../store/fair-shares.ts';
import {
  countHeld,
  lockCompany,
  lockStartable,
  startRun,
  type LeaseTerms,
} from '../store/runs/run-lifecycle.ts';
import { claimProbe } from '../store/waits/outages.ts';
import { giveToRun } from '../store/run-messages.ts';
import { postponeOffer } from '../store/runs/run-sweep.ts';
import type { HeldRun } from '../domain/held-run.ts';
import { skipStaleOfRun, type SkippedWake } from '../store/wakes/stale-wakes.ts';
import { deliverWakes } from '../store/wakes/wakeups.ts';
import { emitRun, type RunTransaction } from './run-transaction.ts';
import { endUnstarted, recordStale, type RunToStart } from './superseded-runs.ts';

/**
 * Delay before a run that met a concurrency limit is offered again; a finishing run re-offers it
 * earlier.
 */
export const AT_LIMIT_RETRY_SECONDS = 10;

export interface StartedRun {
  readonly run: HeldRun;
  readonly wakes: readonly CarriedWake[];
}

interface ConcurrencyLimits {
  /** Runs of one company at a time; 0 is no limit. */
  readonly maxPerCompany: number;
  /** Runs that workers hold at a time in all companies; 0 is no limit, as for a remote run. */
  readonly maxLocal?: number;
}

export interface StartLimits extends ConcurrencyLimits {
  readonly leaseSeconds: number;
  /** Time limit of a called or remote run. */
  readonly deadlineSeconds?: number;
  /** Name of the runner of a local run. */
  readonly runner?: string | undefined;
}

/** Nothing where another worker has started it already, or where it cannot start now. */
export async function startQueuedRun(
  context: RunTransaction,
  queued: RunToStart,
  { leaseSeconds, deadlineSeconds, runner, ...limits }: StartLimits,
): Promise<StartedRun | undefined> {
  const {
    db,
    afterCommit,
    parts: { signals },
  } = context;
  const { id: runId } = queued;
  if (!(await isWithinLimits(db, runId, limits))) return undefined;
  if (queued.isProbe && !(await claimProbe(db, queued.agentId, PROBE_SECONDS))) {
    await postponeOffer(db, runId, AT_LIMIT_RETRY_SECONDS);
    return undefined;
  }
  const terms = { leaseSeconds, deadlineSeconds, runner };
  const delivered = await deliverAndStart(db, queued, terms);
  if (!delivered) return undefined;
  const { wakes, stale } = delivered;
  await recordStale(context, stale);
  if (wakes.length === 0) {
    await endUnstarted(context, runId, stale[0]?.reason);
    return undefined;
  }
  if (!delivered.run) throw new Error(`run ${runId} changed although it was locked`);
  const run = await withBriefing(db, delivered.run, wakes);
  emitRun(context, 'run.started', run);
  const sources = wakes.map(({ source }) => source);
  afterCommit(() => signals.emit('counted', { kind: 'wakes', outcome: 'delivered', sources }));
  return { run, wakes };
}

interface Delivered {
  /** Those that were skipped instead. */
  readonly stale: readonly SkippedWake[];
  readonly wakes: readonly CarriedWake[];
  /** As it was started; nothing where no wake-up was delivered. */
  readonly run: HeldRun | undefined;
}

/** In one round trip. Nothing where the run cannot start; empty where no wake-up is left to deliver. */
async function deliverAndStart(
  db: Db,
  queued: RunToStart,
  terms: LeaseTerms,
): Promise<Delivered | undefined> {
  const attempt = async (): Promise<Delivered> => {
    const [stale, wakes, run] = await pipelined([
      skipStaleOfRun(db, queued),
      deliverWakes(db, queued),
      startRun(db, queued.id, terms),
      giveToRun(db, queued),
    ]);
    return { stale, wakes, run };
  };
  const first = await attempt();
  if (first.wakes.length > 0) return first;
  // The lock tells the two cases apart, and shows wake-ups that came while it was waited for.
  if (!(await lockStartable(db, queued.id))) return undefined;
  const second = await attempt();
  return { ...second, stale: [...first.stale, ...second.stale] };
}

/** What it was queued with is out of date where further wake-ups are delivered with it. */
function withBriefing(
  db: Db,
  run: HeldRun,
  wakes: readonly CarriedWake[],
): HeldRun | Promise<HeldRun> {
  const briefing = buildRunContext(wakes);
  const isListed = briefing.context.moreWakes === 0;
  if (isListed && isDeepStrictEqual(run.context, briefing.context)) return run;
  return briefRun(db, run.id, briefing);
}

/** Without limits there is nothing to lock or count. */
async function isWithinLimits(
  db: Db,
  runId: string,
  { maxPerCompany, maxLocal = 0 }: ConcurrencyLimits,
): Promise<boolean> {
  if (maxPerCompany === 0 && maxLocal === 0) return true;
  const queued = await lockStartable(db, runId);
  if (!queued) return false;
  const hasCapacity = await lockCapacity(db, queued.companyId, { maxPerCompany, maxLocal });
  if (!hasCapacity) await postponeOffer(db, runId, AT_LIMIT_RETRY_SECONDS);
  return hasCapacity;
}

/** Counted under a lock: two runs that start at the same time cannot both take the last place. */
async function lockCapacity(
  db: Db,
  companyId: string,
  { maxPerCompany, maxLocal }: Required<ConcurrencyLimits>,
): Promise<boolean> {
  if (maxPerCompany > 0) {
    await lockCompany(db, companyId);
    if ((await countHeld(db, companyId)) >= maxPerCompany) return false;
  }
  if (maxLocal === 0) return true;
  await lockRunCounts(db);
  const taken = (await countHeldLocally(db)) + 1;
  if (taken > maxLocal) return false;
  return !isLastPlace(taken, maxLocal) || (await isFirstOrOnly(db, companyId));
}
