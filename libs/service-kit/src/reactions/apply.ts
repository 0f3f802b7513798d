/**
 * Applying events: the effects of an event and the move of the cursor are one transaction, so each
 * event takes effect once, in the order of its company's numbers. A duplicate is skipped, a gap asks
 * for catch-up, and a failing event blocks its own company only, until it succeeds or becomes a dead
 * letter.
 */
import { write, type WriteOptions } from '../event-log/write.ts';
import type { Db } from '../postgres/sql.ts';
import { listBackfilledEntries } from './backfill/backfill-store.ts';
import { moveCursorStatement, type Cursor } from './cursor-store.ts';
import { deleteDeadLetter, listReplayedDeadLetters } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { openEffects } from './effects.ts';
import { attemptAgain, type CatchUpNow, type CaughtUp } from '../event-log/missed.ts';
import { ofService } from './provenance.ts';
import type { NamedReaction } from './reaction.ts';
import { isFailureOfEvent, recordFailure } from './record-failure.ts';
import type { Subscriptions } from './backfill/subscriptions.ts';

export interface ApplyOptions extends WriteOptions {
  readonly db: Db;
  readonly reactions: readonly NamedReaction[];
  readonly subscriptions: Subscriptions;
  readonly catchUpNow: CatchUpNow;
  /** Called after each commit that moved a cursor, with its new number. */
  readonly applied: (producer: string, companyId: string, seq: number) => void;
  /** Called when a transaction makes backfills, before it commits. */
  readonly backfilled: () => void;
  /** Called after each failure that was recorded: its event is retried when it is due. */
  readonly failed: () => void;
}

/**
 * `gap`: an event before these has not been received. `blocked`: an earlier event failed and waits
 * for its retry. `unfinished`: the time of the transaction was over; all of them are to be given
 * again, and those that are applied are skipped.
 */
export type Outcome = 'applied' | 'gap' | 'blocked' | 'unfinished';

/**
 * Longest time that a transaction spends on effects before it commits: requests that need the same
 * rows wait for it.
 */
export const TRANSACTION_MS = 100;

/** Applies events of one producer and company, given in order. */
export const applyEvents = async (
  options: ApplyOptions,
  deliveries: readonly Delivery[],
): Promise<Outcome> => (deliveries.length === 0 ? 'applied' : applyOrSplit(options, deliveries));

/**
 * One transaction for all events; if it fails, one for each, to find the event that fails. Throws
 * where no event is to blame, such as for a lock that another transaction holds.
 */
async function applyOrSplit(
  options: ApplyOptions,
  deliveries: readonly Delivery[],
  attempt = 1,
): Promise<Outcome> {
  let met: Cursor | undefined;
  try {
    const { outcome, position } = await attemptAgain(options.catchUpNow, (caughtUp) =>
      applyInTransaction(options, deliveries, { caughtUp, locked: (cursor) => (met = cursor) }),
    );
    const applied = deliveries.filter(({ seq }) => seq <= position);
    if (outcome === 'applied' || outcome === 'unfinished') recordApplied(options, applied);
    return outcome;
  } catch (error) {
    if (!met || !isFailureOfEvent(error)) throw error;
    const [first, ...rest] = deliveries as [Delivery, ...Delivery[]];
    if (rest.length > 0) {
      const outcome = await applyOrSplit(options, [first]);
      return outcome === 'applied' ? applyOrSplit(options, rest) : outcome;
    }
    // What fails once may pass at once; only a second failure blocks the company.
    if (attempt === 1) return applyOrSplit(options, deliveries, 2);
    if (!first.event) throw error;
    await recordFailure(options, first.event, error, met);
    options.failed();
    return 'blocked';
  }
}

async function applyInTransaction(
  options: ApplyOptions,
  deliveries: readonly Delivery[],
  { caughtUp, locked }: { caughtUp: CaughtUp; locked: (cursor: Cursor) => void },
): Promise<{ outcome: Outcome; position: number }> {
  const { contract, subscriptions } = options;
  const { producer, companyId } = deliveries[0] as Delivery;
  const own = await subscriptions.own(producer);
  let moveTo: number | undefined;
  const { result } = await write(options, {
    by: ofService(contract),
    scope: [companyId],
    caughtUp,
    work: async ({ db }, contextFor): Promise<{ outcome: Outcome; position: number }> => {
      const cursor = await subscriptions.lockCursor(db, producer, companyId);
      locked(cursor);
      if (cursor.blocked) return { outcome: 'blocked', position: cursor.lastSeq };
      const backfilled = cursor.backfilling
        ? await listBackfilledEntries(db, { producer, companyId })
        : noEntries;
      const endAt = performance.now() + TRANSACTION_MS;
      let position = cursor.lastSeq;
      let outcome: Outcome = 'applied';
      const applying = openEffects(options, contextFor);
      const letters = await listReplayedDeadLetters(db, { producer, companyId, position, cursor });
      for (const { seq, event, effects } of deliveries) {
        if (seq <= position) continue;
        if (seq > position + 1) outcome = 'gap';
        else if (position > cursor.lastSeq && performance.now() >= endAt) outcome = 'unfinished';
        if (outcome !== 'applied') break;
        const letter = letters.get(seq);
        if (event && letter !== 'skipped') {
          await applying.apply(
            event,
            effects.filter(({ entry }) => !backfilled.has(entry)),
          );
        }
        if (letter === 'open') await deleteDeadLetter(db, { producer, companyId, seq });
        position = seq;
      }
      await applying.rest();
      if (position > cursor.lastSeq) moveTo = position;
      return { outcome, position };
    },
    closing: () => (moveTo === undefined ? undefined : moveCursorStatement(own, companyId, moveTo)),
  });
  return result;
}

const noEntries: ReadonlySet<string> = new Set();

export function recordApplied(options: ApplyOptions, deliveries: readonly Delivery[]): void {
  const { producer, companyId } = deliveries[0] as Delivery;
  options.metrics.eventsApplied.inc({ producer }, deliveries.length);
  const newest = deliveries.findLast(({ event }) => event !== undefined)?.event;
  if (newest) {
    const lagMs = Math.max(0, Date.now() - Date.parse(newest.occurredAt));
    options.metrics.eventLag.observe({ producer }, lagMs / 1_000);
  }
  options.applied(producer, companyId, deliveries.at(-1)?.seq ?? 0);
}
