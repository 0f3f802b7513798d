/** One turn of catch-up: a few pages of a producer's log, read and applied within its time. */
import { logOperations, type Actor, type EventRecord } from '@muster/contracts';
import { requireEventsOf } from '../event-log/require-events-of.ts';
import { callOperation, type Rpc } from '../rpc/client.ts';
import { applyEvents, type ApplyOptions, type Outcome } from './apply.ts';
import { isTakenOver } from './backfill/subscription.ts';
import { readCursor } from './cursor-store.ts';
import { deliveryOf } from './delivery.ts';
import { joinCompany, mayJoin } from './join/join-company.ts';
import { TURN_EVENTS_MAX } from './received-events.ts';

/** A first page with fewer events is of a short log, which is replayed. */
const JOINED_PAGE_MIN = 40;
/** Longest turn; then the next company has its own. */
const TURN_MS = 100;

export interface LoggedCompany {
  readonly producer: string;
  readonly companyId: string;
}

export interface CatchUpOptions extends ApplyOptions {
  readonly rpc: Rpc;
  readonly self: Actor;
  readonly producers: readonly string[];
}

/** All pages, without turns. */
export async function applyAll(options: CatchUpOptions, company: LoggedCompany): Promise<Outcome> {
  for (;;) {
    const outcome = await applyPages(options, company);
    if (outcome !== 'unfinished') return outcome;
  }
}

/** One turn: pages until the company has caught up or is blocked, or its time is over: `unfinished`. */
export async function applyPages(
  options: CatchUpOptions,
  { producer, companyId }: LoggedCompany,
): Promise<Outcome> {
  const endAt = performance.now() + TURN_MS;
  do {
    const cursor = await readCursor(options.db, producer, companyId);
    if (cursor.blocked) return 'blocked';
    const { subscriptions } = options;
    if (!isTakenOver(cursor, (await subscriptions.own(producer)).id)) {
      await subscriptions.takeOver(producer, companyId);
    }
    const events = await readLog(options, producer, { companyId, after: cursor.lastSeq });
    if (events.length === 0) return 'applied';
    if (events.length >= JOINED_PAGE_MIN && mayJoin(options, producer, cursor)) {
      const joined = await joinCompany(options, { producer, companyId }, endAt);
      if (joined === 'unfinished') return joined;
      if (joined === 'joined') continue;
    }
    const outcome = await applyPage(options, events, endAt);
    // A gap is in the log itself: there is nothing more to read.
    if (outcome === 'gap' || outcome === 'blocked') return outcome;
  } while (performance.now() < endAt);
  return 'unfinished';
}

/** In transactions as large as those for events of messages. */
async function applyPage(
  options: CatchUpOptions,
  events: readonly EventRecord[],
  endAt: number,
): Promise<'applied' | 'gap' | 'blocked'> {
  for (let from = 0; from < events.length; from += TURN_EVENTS_MAX) {
    const deliveries = events
      .slice(from, from + TURN_EVENTS_MAX)
      .map((event) => deliveryOf(options.reactions, event));
    const outcome = await applyEvents(options, deliveries);
    if (outcome === 'gap' || outcome === 'blocked') return outcome;
    if (outcome === 'unfinished' || performance.now() >= endAt) break;
  }
  return 'applied';
}

/** `types`: a producer of the release before answers with events of all types. */
export async function readLog(
  { rpc, self }: Pick<CatchUpOptions, 'rpc' | 'self'>,
  producer: string,
  input: { companyId: string; after: number; types?: string[]; limit?: number },
): Promise<EventRecord[]> {
  const events = (await callOperation(rpc, producer, 'readLog', logOperations.readLog, input, {
    actor: self,
  })) as EventRecord[];
  requireEventsOf(events, { producer, companyId: input.companyId });
  return events;
}
