/**
 * The worker of the backfills: reads what the entries still need from the producer's log, a page for
 * each company in turn, so that no company waits for the history of another one.
 */
import { applyBackfill, type BackfillOutcome, type BackfillPage } from './apply-backfill.ts';
import {
  findBackfillWork,
  listBackfilledCompanies,
  listBackfills,
  measureBackfills,
  type BackfillKey,
} from './backfill-store.ts';
import { readLog, type CatchUpOptions } from '../catch-up-pages.ts';
import { readCursor, type Cursor } from '../cursor-store.ts';
import { typeOf } from '../reaction.ts';
import { TURN_EVENTS_MAX } from '../received-events.ts';

/** Pause between two looks while companies have backfills; else the sweep is the next look. */
const BACKFILL_MS = 2_000;

export interface Backfilling {
  start(): void;
  /** A transaction that is under way makes backfills. */
  lookSoon(): void;
  /** Takes over cursors of companies at rest, and measures what is left. */
  sweep(): Promise<void>;
  drain(): Promise<void>;
}

export function openBackfilling(options: CatchUpOptions): Backfilling {
  const { log } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** Those that wait for their next attempt included, which a look does not find. */
  let leftAtSweep = 0;
  const work = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running ??= backfillAll(options, stopping.signal)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'backfill failed');
        return true;
      })
      .then((isOpen) => {
        running = undefined;
        if (isOpen || leftAtSweep > 0) lookSoon();
      });
  };
  const lookSoon = (): void => {
    if (!stopping.signal.aborted) timer ??= setTimeout(work, BACKFILL_MS);
  };
  return {
    start: work,
    lookSoon,
    async sweep() {
      const producers = await producersToSweep(options);
      leftAtSweep = 0;
      for (const producer of producers) leftAtSweep += await sweepProducer(options, producer);
      if (producers.length > 0 && !stopping.signal.aborted) work();
    },
    async drain() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** One read for all, which usually finds nothing to do. */
async function producersToSweep({ db, metrics, subscriptions }: CatchUpOptions): Promise<string[]> {
  // Saved before the read: an own subscription that is new may make others lesser ones.
  for (const producer of subscriptions.producers) await subscriptions.own(producer);
  const { hasBackfills, contested } = await findBackfillWork(db);
  return subscriptions.producers.filter((producer) => {
    if (hasBackfills || contested.includes(producer)) return true;
    metrics.backfillsLeft.set({ producer }, 0);
    metrics.backfillStalled.set({ producer }, 0);
    return false;
  });
}

/** Returns the number of backfills that are left. */
async function sweepProducer(
  { db, metrics, subscriptions }: CatchUpOptions,
  producer: string,
): Promise<number> {
  await subscriptions.takeOverAtRest(producer);
  const { left, stalledSeconds } = await measureBackfills(db, await subscriptions.own(producer));
  metrics.backfillsLeft.set({ producer }, left);
  metrics.backfillStalled.set({ producer }, stalledSeconds);
  return left;
}

/**
 * Rounds of a page per company, until no company has events left. Returns whether any company had a
 * backfill: it may have failed, or have more by now.
 */
async function backfillAll(options: CatchUpOptions, stop: AbortSignal): Promise<boolean> {
  const { subscriptions, db, log } = options;
  let isOpen = false;
  for (const producer of subscriptions.producers) {
    const { entries } = await subscriptions.own(producer);
    const lesser = await subscriptions.lesser(producer);
    for (let left = true; left;) {
      left = false;
      for (const key of await listBackfilledCompanies(db, { producer, entries, lesser })) {
        if (stop.aborted) return isOpen;
        isOpen = true;
        const outcome = await backfillPage(options, key).catch((error: unknown) => {
          // Postgres or the producer is unavailable; the next interval goes on.
          log.warn({ err: error, ...key }, 'backfill of a company failed');
        });
        if (outcome === 'left') left = true;
      }
    }
  }
  return isOpen;
}

async function backfillPage(options: CatchUpOptions, key: BackfillKey): Promise<BackfillOutcome> {
  const own = await options.subscriptions.own(key.producer);
  const backfills = await listBackfills(options.db, key, own);
  if (backfills.length === 0) return 'done';
  const cursor = await readCursor(options.db, key.producer, key.companyId);
  const entries = new Set(backfills.map(({ entry }) => entry));
  const after = Math.min(...backfills.map(({ lastSeq }) => lastSeq));
  return applyBackfill(options, key, await readPage(options, key, { entries, after, cursor }));
}

/**
 * Events of these types up to the cursor. Where there are none, the log after the cursor: it moves
 * while the page is read, and the backfill has to reach it.
 */
async function readPage(
  options: CatchUpOptions,
  { producer, companyId }: BackfillKey,
  { entries, after, cursor }: Pick<BackfillPage, 'entries' | 'after'> & { cursor: Cursor },
): Promise<BackfillPage> {
  const types = [...new Set([...entries].map(typeOf))];
  const input = { companyId, after, types, limit: TURN_EVENTS_MAX };
  const events = after < cursor.lastSeq ? await readLog(options, producer, input) : [];
  const passed = events.filter(({ seq }) => seq <= cursor.lastSeq);
  const last = passed.at(-1);
  if (last) return { entries, after, events: passed, covers: last.seq, isLast: false };
  const newest = await readLog(options, producer, {
    companyId,
    after: cursor.lastSeq,
    limit: TURN_EVENTS_MAX,
  });
  const covers = newest.at(-1)?.seq ?? cursor.lastSeq;
  return { entries, after, events: newest, covers, isLast: true };
}
