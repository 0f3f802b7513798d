/** One turn of catch-up: a few pages of a producer's log, read and applied within its time. */
import type { EventRecord } from '@muster/contracts';
import { requireEventsOf } from '../event-log/require-events-of.ts';
import { applyEvents, type Outcome } from './apply.ts';
import { copyState, mayCopyState, type CopyStateOptions, type StateReading } from './copy-state.ts';
import { readCursor, type CursorKey } from './cursor-store.ts';
import { deliveryOf } from './delivery.ts';
import { TURN_EVENTS_MAX } from './received-events.ts';

/** A first page with fewer events is of a short log, which is replayed. */
const LONG_PAGE_MIN = 40;
/** Longest turn; then the next company has its own. */
const TURN_MS = 100;

export interface CaughtUpCompany extends CursorKey {
  /** While its state is read instead of its log. */
  reading?: StateReading | undefined;
}

export type CatchUpOptions = CopyStateOptions;

/** `failing`: the log is applied, and a reaction waits to try an event again. */
export type CatchUpOutcome = Outcome | 'failing';

/** All pages, without turns. */
export async function applyAllPages(
  options: CatchUpOptions,
  company: CursorKey,
): Promise<CatchUpOutcome> {
  const caughtUp: CaughtUpCompany = { ...company };
  for (;;) {
    const outcome = await applyPages(options, caughtUp);
    if (outcome !== 'unfinished') return outcome;
  }
}

/** One turn: pages until the company has caught up, or its time is over: `unfinished`. */
export async function applyPages(
  options: CatchUpOptions,
  company: CaughtUpCompany,
): Promise<CatchUpOutcome> {
  const endAt = performance.now() + TURN_MS;
  do {
    const cursor = await readCursor(options.db, company);
    const events = await readLog(options, company, { after: cursor.lastSeq });
    if (events.length === 0) return cursor.appliedSeq < cursor.lastSeq ? 'failing' : 'applied';
    if (events.length >= LONG_PAGE_MIN && mayCopyState(options, company, cursor)) {
      const copied = await copyState(options, company, endAt);
      if (copied === 'unfinished') return copied;
      if (copied === 'copied') continue;
    }
    const outcome = await applyPage(options, events, endAt);
    // A gap is in the log itself: there is nothing more to read.
    if (outcome === 'gap') return outcome;
  } while (performance.now() < endAt);
  return 'unfinished';
}

/** In transactions as large as those for events of messages. */
async function applyPage(
  options: CatchUpOptions,
  events: readonly EventRecord[],
  endAt: number,
): Promise<'applied' | 'gap'> {
  for (let from = 0; from < events.length; from += TURN_EVENTS_MAX) {
    const deliveries = events
      .slice(from, from + TURN_EVENTS_MAX)
      .map((event) => deliveryOf(options.reactions, event));
    const outcome = await applyEvents(options, deliveries);
    if (outcome === 'gap') return outcome;
    if (outcome === 'unfinished' || performance.now() >= endAt) break;
  }
  return 'applied';
}

/** `types`: a producer of the release before answers with events of all types. */
export async function readLog(
  { logOf }: Pick<CatchUpOptions, 'logOf'>,
  { producer, companyId }: CursorKey,
  page: { after: number; types?: string[]; limit?: number },
): Promise<EventRecord[]> {
  const events = await logOf(producer).readLog({ companyId, ...page });
  requireEventsOf(events, { producer, companyId });
  return events;
}
