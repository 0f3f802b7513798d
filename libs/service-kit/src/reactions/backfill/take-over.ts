/** Taking over cursors that processes with another subscription have moved. */
import type { Db } from '../../postgres/sql.ts';
import { insertBackfills } from './backfill-store.ts';
import { backfillsAt, type OwnSubscription } from './subscription.ts';
import {
  listSubscriptions,
  NO_SUBSCRIPTION,
  saveTakeOver,
  type TakenCursor,
} from './subscription-store.ts';

type Entries = ReadonlySet<string>;

/** The subscriptions of all releases, as far as they have been read. */
export interface KnownSubscriptions {
  read(db: Db, producer: string): Promise<ReadonlyMap<number, Entries>>;
  /** Id → entries; `NO_SUBSCRIPTION` stands for code without subscriptions. */
  of(producer: string): ReadonlyMap<number, Entries>;
}

export function openKnownSubscriptions(): KnownSubscriptions {
  const known = new Map<string, ReadonlyMap<number, Entries>>();
  return {
    of: (producer) => known.get(producer) ?? new Map<number, Entries>(),
    async read(db, producer) {
      const rows = await listSubscriptions(db, producer);
      const byId = new Map(rows.map(({ id, entries }) => [id, new Set(entries)]));
      // Ids grow, so the first one is of the first release with subscriptions.
      byId.set(NO_SUBSCRIPTION, new Set(rows[0]?.entries));
      known.set(producer, byId);
      return byId;
    },
  };
}

/** The caller holds the locks of the cursors. */
export async function takeOver(
  db: Db,
  known: KnownSubscriptions,
  { own, cursors }: { own: OwnSubscription; cursors: readonly TakenCursor[] },
): Promise<void> {
  const { producer } = own;
  const moverOf = ({ subscriptionId }: TakenCursor) => subscriptionId ?? NO_SUBSCRIPTION;
  const cached = known.of(producer);
  const isKnown = cursors.every((cursor) => cached.has(moverOf(cursor)));
  const byId = isKnown ? cached : await known.read(db, producer);
  const first = byId.get(NO_SUBSCRIPTION) ?? new Set();
  const rows = cursors.flatMap((cursor) => {
    const { companyId } = cursor;
    const mover = byId.get(moverOf(cursor)) ?? first;
    const backfills = backfillsAt(cursor, own, { mover, first });
    return [...backfills].map(([entry, lastSeq]) => ({ producer, companyId, entry, lastSeq }));
  });
  if (rows.length > 0) await insertBackfills(db, rows);
  const companyIds = cursors.map(({ companyId }) => companyId);
  await saveTakeOver(db, own, companyIds);
}
