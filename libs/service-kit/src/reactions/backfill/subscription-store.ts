/** SQL of the subscriptions, and of the cursors that they take over. */
import { many, none, one, sql, type Db } from '../../postgres/sql.ts';

export interface SubscriptionRow {
  readonly producer: string;
  readonly id: number;
  readonly entries: readonly string[];
}

/** A cursor as far as a take-over is concerned. */
export interface TakenCursor {
  readonly companyId: string;
  readonly lastSeq: number;
  readonly subscriptionId: number | null;
  readonly subscriptionSeq: number;
}

/** Stands for the subscription of code that has none. */
export const NO_SUBSCRIPTION = 0;

/** Returns its id; a subscription with the same fingerprint is the same one. */
export async function saveSubscription(
  db: Db,
  subscription: { producer: string; fingerprint: string; entries: readonly string[] },
): Promise<number> {
  const { producer, fingerprint, entries } = subscription;
  await none(
    db,
    sql`
    insert into subscriptions (producer, fingerprint, entries)
    values (${producer}, ${fingerprint}, ${entries})
    on conflict (producer, fingerprint) do nothing`,
  );
  const { id } = await one<{ id: number }>(
    db,
    sql`
    select id from subscriptions where producer = ${producer} and fingerprint = ${fingerprint}`,
  );
  return id;
}

/** Subscriptions of one producer; each release adds at most one. */
const SUBSCRIPTIONS_MAX = 1_000;

export const listSubscriptions = (db: Db, producer: string): Promise<SubscriptionRow[]> =>
  many(
    db,
    sql`
    select producer, id, entries from subscriptions where producer = ${producer}
    order by id limit ${SUBSCRIPTIONS_MAX}`,
  );

/** Cursors in one transaction of a take-over. */
export const TAKE_OVER_MAX = 500;

/**
 * Locks cursors whose last mover applied less than this subscription, without waiting for those that
 * are being moved. One with a backfill of it has been taken over before: its backfill goes on.
 */
export const lockCursorsToTakeOver = (
  db: Db,
  {
    producer,
    entries,
    sufficient,
  }: { producer: string; entries: readonly string[]; sufficient: readonly number[] },
): Promise<TakenCursor[]> =>
  many(
    db,
    sql`
    select company_id, last_seq, subscription_id, subscription_seq from cursors c
    where producer = ${producer} and last_seq > 0
      and case when subscription_seq < last_seq then ${NO_SUBSCRIPTION}
        else coalesce(subscription_id, ${NO_SUBSCRIPTION}) end <> all(${sufficient}::int[])
      and not exists (
        select from backfills b
        where b.producer = c.producer and b.company_id = c.company_id
          and b.entry = any(${entries}::text[])
      )
    order by company_id limit ${TAKE_OVER_MAX}
    for update skip locked`,
  );

/** After the backfills of the take-over have been inserted; the caller holds the cursors' locks. */
export const saveTakeOver = (
  db: Db,
  { producer, id }: { producer: string; id: number },
  companyIds: readonly string[],
): Promise<void> =>
  none(
    db,
    sql`
    update cursors c
    set subscription_id = ${id}, subscription_seq = last_seq, backfilling = exists (
      select from backfills b where b.producer = c.producer and b.company_id = c.company_id
    )
    where producer = ${producer} and company_id = any(${companyIds}::uuid[])`,
  );
