/**
 * The sweep compares every producer's log with the cursors and lets the companies that lag catch up.
 * It asks for the companies whose log has grown since the sweep before, so a company at rest costs
 * nothing. A full sweep at the start, and one now and then, compares all companies, and gives each the
 * reactions that are new. A company whose cursor moves within a moment is left to its messages.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HEADS_PAGE } from '../event-log/event-store.ts';
import type { CatchUp } from './catch-up.ts';
import type { CatchUpOptions } from './catch-up-pages.ts';
import {
  longestLagSeconds,
  observeLag,
  type LaggingCompany,
  type LagObservations,
} from './consumer-lag.ts';
import { ownOf } from './apply.ts';
import { addReactions, listLagging, type Head } from './cursor-store.ts';
import { countFailures } from './failures/failure-store.ts';

/** Every so many sweeps one is full: about every ten minutes with the default interval. */
const FULL_EVERY = 300;
/** An event commits after the time that it bears: nearly always within this time. */
const OVERLAP_MS = 3_000;
/** Every so many sweeps one looks further back, longer than any transaction. */
const LONG_EVERY = 10;
const LONG_OVERLAP_MS = 40_000;
/** A company that has lagged for so long without a move has missed a message. */
const UNMOVED_MS = 250;

export interface Sweep {
  /**
   * Compares once, and never beside another comparison: calls during one share the next. `full`: all
   * companies. Resolves when the companies that lagged have caught up, or have failed.
   */
  run(options?: { readonly full?: boolean }): Promise<void>;
}

/** What is known of one producer's log. */
interface Compared {
  observations: LagObservations;
  /** Start of the last sweep that succeeded, by the monotonic clock; absent before the first. */
  sweptAtMs: number | undefined;
  sinceFull: number;
}

type Missing = Pick<LaggingCompany, 'companyId'> & { readonly producer: string };

export interface SweepOptions extends CatchUpOptions {
  readonly catchUp: Pick<CatchUp, 'company'>;
}

export function openSweep(options: SweepOptions): Sweep {
  const { catchUp } = options;
  const compared = new Map<string, Compared>(
    [...options.own.keys()].map((producer) => [
      producer,
      { observations: new Map(), sweptAtMs: undefined, sinceFull: 0 },
    ]),
  );
  const compareAll = async (full: boolean): Promise<Missing[]> => {
    const missing = await Promise.all(
      [...compared].map(([producer, log]) => compareLog(options, producer, log, full)),
    );
    const { blocked, lagging, deadLetters } = await countFailures(options.db);
    options.metrics.companiesBlocked.set(blocked);
    options.metrics.laggingReactions.set(lagging);
    options.metrics.deadLettersOpen.set(deadLetters);
    return missing.flat();
  };
  let comparing: Promise<unknown> = Promise.resolve();
  let next: { full: boolean; readonly done: Promise<void> } | undefined;
  return {
    run({ full = false } = {}) {
      if (next) {
        next.full ||= full;
        return next.done;
      }
      const begun = comparing.then(() => {
        const isFull = next?.full ?? full;
        next = undefined;
        const found = compareAll(isFull);
        comparing = found.catch(() => undefined);
        return found;
      });
      const done = begun.then(async (missing) => {
        await Promise.all(missing.map((each) => catchUp.company(each.producer, each.companyId)));
      });
      next = { full, done };
      return done;
    },
  };
}

/** A producer that is unavailable fails alone: the others are swept all the same. */
async function compareLog(
  options: SweepOptions,
  producer: string,
  log: Compared,
  full: boolean,
): Promise<Missing[]> {
  const startedAtMs = performance.now();
  const isFull = full || log.sweptAtMs === undefined || log.sinceFull >= FULL_EVERY;
  const isLong = log.sinceFull % LONG_EVERY === 0;
  const overlapMs = isLong ? LONG_OVERLAP_MS : OVERLAP_MS;
  const sinceMs = isFull ? undefined : startedAtMs - (log.sweptAtMs ?? 0) + overlapMs;
  try {
    const lagging = await laggingCompanies(options, producer, log.observations, sinceMs);
    const missing = lagging.length > 0 ? await notMoving(options, producer, lagging) : [];
    const nowMs = performance.now();
    log.observations = observeLag(log.observations, lagging, nowMs);
    options.metrics.oldestUnapplied.set({ producer }, longestLagSeconds(log.observations, nowMs));
    log.sweptAtMs = startedAtMs;
    log.sinceFull = isFull ? 0 : log.sinceFull + 1;
    return missing.map(({ companyId }) => ({ producer, companyId }));
  } catch (error) {
    options.log.warn({ err: error, producer }, 'sweep of a log failed');
    return [];
  }
}

/** Those whose cursor stands still: nothing applies their events. */
async function notMoving(
  { db }: SweepOptions,
  producer: string,
  lagging: readonly LaggingCompany[],
): Promise<LaggingCompany[]> {
  await pause(UNMOVED_MS);
  const before = new Map(lagging.map(({ companyId, lastSeq }) => [companyId, lastSeq]));
  const heads = lagging.map(({ companyId, head }) => ({ companyId, seq: head }));
  const still = await listLagging(db, producer, heads);
  return still.filter(({ companyId, lastSeq }) => before.get(companyId) === lastSeq);
}

/**
 * Companies whose cursor is before the producer's head: of all companies, or of those whose log has
 * grown within `sinceMs` and those that lagged in the sweep before.
 */
async function laggingCompanies(
  options: CatchUpOptions,
  producer: string,
  observations: LagObservations,
  sinceMs: number | undefined,
): Promise<LaggingCompany[]> {
  const { db } = options;
  const earlier = [...observations].map(([companyId, { head }]) => ({ companyId, seq: head }));
  const lagging = new Map<string, LaggingCompany>();
  const compare = async (heads: readonly Head[]): Promise<void> => {
    for (const each of await listLagging(db, producer, heads)) lagging.set(each.companyId, each);
  };
  if (earlier.length > 0) await compare(earlier);
  for await (const heads of pagesOfHeads(options, producer, sinceMs)) {
    await compare(heads);
    if (sinceMs !== undefined) continue;
    const companyIds = heads.map(({ companyId }) => companyId);
    await addReactions(db, producer, ownOf(options, producer), companyIds);
  }
  return [...lagging.values()];
}

async function* pagesOfHeads(
  { logOf }: CatchUpOptions,
  producer: string,
  sinceMs: number | undefined,
): AsyncGenerator<readonly Head[]> {
  const grownWithinSeconds = sinceMs === undefined ? undefined : Math.ceil(sinceMs / 1_000);
  let afterCompanyId: string | undefined;
  for (;;) {
    const heads = await logOf(producer).readHeads({ afterCompanyId, grownWithinSeconds });
    if (heads.length > 0) yield heads;
    if (heads.length < HEADS_PAGE) return;
    afterCompanyId = heads.at(-1)?.companyId;
  }
}
