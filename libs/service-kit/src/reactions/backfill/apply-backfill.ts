/**
 * Applying a page of a backfill: the effects of its events and the move of the backfill are one
 * transaction. Below the cursor's position a page locks the backfill only, so the company's new
 * events do not wait. The last page is applied under the cursor's lock: from there on the entry is
 * applied with the cursor, so it gets every event once, in order.
 */
import type { Contract, EventRecord } from '@muster/contracts';
import { attemptAgain, type CaughtUp } from '../../event-log/missed.ts';
import { write } from '../../event-log/write.ts';
import type { Context, Provenance } from '../../context.ts';
import type { Db } from '../../postgres/sql.ts';
import { TRANSACTION_MS, type ApplyOptions } from '../apply.ts';
import { inEffectSpan } from '../effects.ts';
import {
  deferBackfills,
  endBackfills,
  lockBackfills,
  moveBackfills,
  type Backfill,
  type BackfillKey,
} from './backfill-store.ts';
import { insertDeadLetter, listSkippedDeadLetters } from '../dead-letters.ts';
import { deliveryOf } from '../delivery.ts';
import { causedByEvent, ofService } from '../provenance.ts';
import {
  ATTEMPTS_MAX,
  isFailureOfEvent,
  logFailure,
  reportFailure,
  retrySecondsAfter,
} from '../record-failure.ts';

export type BackfillOptions = ApplyOptions;

/** Events of the log after the backfills' positions. */
export interface BackfillPage {
  /** The entries that it was read for, and the first of their positions. */
  readonly entries: ReadonlySet<string>;
  readonly after: number;
  readonly events: readonly EventRecord[];
  /** No event up to here that the backfills need is missing from the page. */
  readonly covers: number;
  /** The log may have been read up to the cursor. */
  readonly isLast: boolean;
}

/** `left`: events are left. `done`: none are, or another process has locked the backfill. */
export type BackfillOutcome = 'left' | 'done' | 'failed';

/** One transaction for the page; if it fails, one for each event, to find the one that fails. */
export async function applyBackfill(
  options: BackfillOptions,
  key: BackfillKey,
  page: BackfillPage,
  attempt = 1,
): Promise<BackfillOutcome> {
  try {
    return await attemptAgain(options.catchUpNow, (caughtUp) =>
      applyInTransaction(options, key, { ...page, caughtUp }),
    );
  } catch (error) {
    if (!isFailureOfEvent(error)) throw error;
    const [first, ...rest] = page.events;
    if (!first) throw error;
    if (rest.length > 0) {
      const one = { ...page, events: [first], covers: first.seq, isLast: false };
      const outcome = await applyBackfill(options, key, one);
      return outcome === 'left' ? applyBackfill(options, key, { ...page, events: rest }) : outcome;
    }
    // What fails once may pass at once.
    if (attempt === 1) return applyBackfill(options, key, page, 2);
    await recordBackfillFailure(options, key, first, error);
    return 'failed';
  }
}

async function applyInTransaction(
  options: BackfillOptions,
  key: BackfillKey,
  page: BackfillPage & { readonly caughtUp: CaughtUp },
): Promise<BackfillOutcome> {
  const { contract, subscriptions } = options;
  const { producer, companyId } = key;
  const own = await subscriptions.own(producer);
  const lesser = await subscriptions.lesser(producer);
  const { result } = await write(options, {
    by: ofService(contract),
    scope: [companyId],
    caughtUp: page.caughtUp,
    work: async ({ db }, contextFor): Promise<BackfillOutcome> => {
      const mover = page.isLast ? await subscriptions.lockCursorIf(db, key, lesser) : undefined;
      // One that was added or wound back since needs events that the page lacks.
      const backfills = (await lockBackfills(db, key, own)).filter(
        ({ entry, lastSeq }) => page.entries.has(entry) && lastSeq >= page.after,
      );
      if (backfills.length === 0) return 'done';
      const covers = mover ? Math.min(mover.lastSeq, page.covers) : page.covers;
      const events = page.events.filter(({ seq }) => seq <= covers);
      const unfinishedAt = await applyEffects(options, { db, key, backfills, events }, contextFor);
      const entries = backfills.map(({ entry }) => entry);
      await moveBackfills(db, key, entries, unfinishedAt ?? covers);
      if (unfinishedAt !== undefined || !mover || page.covers < mover.lastSeq) return 'left';
      if (mover.isOwn) await endBackfills(db, key, entries);
      return 'done';
    },
  });
  return result;
}

/** The last event that was applied, if the time of the transaction was over before the others. */
async function applyEffects(
  options: BackfillOptions,
  page: {
    readonly db: Db;
    readonly key: BackfillKey;
    readonly backfills: readonly Backfill[];
    readonly events: readonly EventRecord[];
  },
  contextFor: (by: Provenance) => Context<Contract>,
): Promise<number | undefined> {
  const endAt = performance.now() + TRANSACTION_MS;
  const { db, key, backfills, events } = page;
  const positions = new Map(backfills.map(({ entry, lastSeq }) => [entry, lastSeq]));
  const due = events.flatMap((event) => {
    const { event: received, effects } = deliveryOf(options.reactions, event);
    const own = effects.filter(({ entry }) => (positions.get(entry) ?? event.seq) < event.seq);
    return received && own.length > 0 ? [{ received, effects: own }] : [];
  });
  if (due.length === 0) return undefined;
  const seqs = due.map(({ received }) => received.seq);
  const skipped = await listSkippedDeadLetters(db, key, seqs);
  let last: number | undefined;
  for (const { received, effects } of due) {
    if (last !== undefined && performance.now() >= endAt) return last;
    last = received.seq;
    if (skipped.has(received.seq)) continue;
    await inEffectSpan(options, received, async (event) => {
      const context = contextFor(causedByEvent(options.contract, event));
      for (const { apply } of effects) await apply(event, context);
    });
  }
  return undefined;
}

/** It waits for its retry, and the company's new events do not; in the end it is a dead letter. */
async function recordBackfillFailure(
  options: BackfillOptions,
  key: BackfillKey,
  event: EventRecord,
  failure: unknown,
): Promise<void> {
  const { producer, companyId } = key;
  const error = failure instanceof Error ? failure.message : String(failure);
  logFailure(options, event, failure);
  const own = await options.subscriptions.own(producer);
  const { result: attempts } = await write(options, {
    by: causedByEvent(options.contract, event),
    scope: [companyId],
    work: async ({ db }) => {
      const backfills = await lockBackfills(db, key, own);
      const waiting = backfills.filter(({ lastSeq }) => lastSeq < event.seq);
      if (waiting.length === 0) return 0;
      const made = Math.max(...waiting.map((backfill) => backfill.attempts)) + 1;
      const entries = waiting.map(({ entry }) => entry);
      if (made < ATTEMPTS_MAX) {
        const retrySeconds = retrySecondsAfter(made);
        await deferBackfills(db, key, entries, { attempts: made, error, retrySeconds });
      } else {
        await insertDeadLetter(db, event, made, error);
        await moveBackfills(db, key, entries, event.seq);
      }
      return made;
    },
  });
  reportFailure(options, event, attempts);
}
