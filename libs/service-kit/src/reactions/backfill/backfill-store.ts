/** SQL of the backfills: entries that are applied up to a number of their own. */
import { many, none, one, sql, type Db } from '../../postgres/sql.ts';
import type { OwnSubscription } from './subscription.ts';

export interface Backfill {
  readonly entry: string;
  readonly lastSeq: number;
  readonly attempts: number;
}

/** The backfills of one company in the log of one producer. */
export interface BackfillKey {
  readonly producer: string;
  readonly companyId: string;
}

/** One that exists is at an earlier position and stays. */
export const insertBackfills = (
  db: Db,
  rows: readonly { producer: string; companyId: string; entry: string; lastSeq: number }[],
): Promise<void> =>
  none(
    db,
    sql`
    insert into backfills (producer, company_id, entry, last_seq)
    select * from unnest(
      ${rows.map(({ producer }) => producer)}::text[],
      ${rows.map(({ companyId }) => companyId)}::uuid[],
      ${rows.map(({ entry }) => entry)}::text[],
      ${rows.map(({ lastSeq }) => lastSeq)}::bigint[]
    ) as r (producer, company_id, entry, last_seq)
    order by producer, company_id, entry
    on conflict (producer, company_id, entry) do nothing`,
  );

/** Entries of a subscription; more are refused by no one, and none has a hundred. */
const ENTRIES_MAX = 1_000;

/** Of all releases: the entries that are not applied with the cursor. */
export const listBackfilledEntries = async (
  db: Db,
  { producer, companyId }: BackfillKey,
): Promise<ReadonlySet<string>> => {
  const rows = await many<{ entry: string }>(
    db,
    sql`
    select entry from backfills where producer = ${producer} and company_id = ${companyId}
    order by entry limit ${ENTRIES_MAX}`,
  );
  return new Set(rows.map(({ entry }) => entry));
};

const backfillsOf = (
  { producer, companyId }: BackfillKey,
  { entries }: Pick<OwnSubscription, 'entries'>,
) => sql`
  select entry, last_seq, attempts from backfills
  where producer = ${producer} and company_id = ${companyId}
    and entry = any(${[...entries]}::text[]) and (retry_at is null or retry_at <= now())
  order by entry limit ${ENTRIES_MAX}`;

export const listBackfills = (db: Db, key: BackfillKey, own: OwnSubscription) =>
  many<Backfill>(db, backfillsOf(key, own));

/** Leaves out those that another process has locked. */
export const lockBackfills = (db: Db, key: BackfillKey, own: OwnSubscription) =>
  many<Backfill>(db, sql`${backfillsOf(key, own)} for update skip locked`);

export const moveBackfills = (
  db: Db,
  { producer, companyId }: BackfillKey,
  entries: readonly string[],
  to: number,
): Promise<void> =>
  none(
    db,
    sql`
    update backfills
    set last_seq = greatest(last_seq, ${to}), moved_at = now(), attempts = 0, last_error = null,
      retry_at = null
    where producer = ${producer} and company_id = ${companyId} and entry = any(${entries}::text[])`,
  );

export const deferBackfills = (
  db: Db,
  { producer, companyId }: BackfillKey,
  entries: readonly string[],
  { attempts, error, retrySeconds }: { attempts: number; error: string; retrySeconds: number },
): Promise<void> =>
  none(
    db,
    sql`
    update backfills
    set attempts = ${attempts}, last_error = ${error},
      retry_at = now() + make_interval(secs => ${retrySeconds})
    where producer = ${producer} and company_id = ${companyId} and entry = any(${entries}::text[])`,
  );

/** The caller holds the cursor's lock: from its position on, the entries are applied with it. */
export async function endBackfills(
  db: Db,
  { producer, companyId }: BackfillKey,
  entries: readonly string[],
): Promise<void> {
  await none(
    db,
    sql`
    delete from backfills
    where producer = ${producer} and company_id = ${companyId} and entry = any(${entries}::text[])`,
  );
  await none(
    db,
    sql`
    update cursors c set backfilling = exists (
      select from backfills b where b.producer = c.producer and b.company_id = c.company_id
    )
    where producer = ${producer} and company_id = ${companyId}`,
  );
}

/** Companies in one round of the worker; each gets a page. */
const COMPANIES_PER_ROUND = 100;

/** An own subscription, and the ids of those that apply nothing else. */
export interface Backfilled extends Pick<OwnSubscription, 'producer' | 'entries'> {
  readonly lesser: readonly number[];
}

/**
 * Companies with events to backfill, or with a backfill that has reached its cursor and can end. It
 * cannot while the cursor is moved by a release that applies what this one does not.
 */
export const listBackfilledCompanies = (
  db: Db,
  { producer, entries, lesser }: Backfilled,
): Promise<BackfillKey[]> =>
  many(
    db,
    sql`
    select b.producer, b.company_id from backfills b
    join cursors c on c.producer = b.producer and c.company_id = b.company_id
    where b.producer = ${producer} and b.entry = any(${[...entries]}::text[])
      and (b.retry_at is null or b.retry_at <= now())
      and (b.last_seq < c.last_seq or coalesce(c.subscription_id, 0) = any(${lesser}::int[]))
    group by b.producer, b.company_id order by min(b.moved_at) limit ${COMPANIES_PER_ROUND}`,
  );

/** Backfills with events left, and seconds since the one that moved longest ago did. */
export const measureBackfills = (
  db: Db,
  { producer, entries }: Pick<Backfilled, 'producer' | 'entries'>,
): Promise<{ left: number; stalledSeconds: number }> =>
  one(
    db,
    sql`
    select count(*)::int4 as left,
      coalesce(extract(epoch from now() - min(b.moved_at)), 0)::float8 as stalled_seconds
    from backfills b
    join cursors c on c.producer = b.producer and c.company_id = b.company_id
    where b.producer = ${producer} and b.entry = any(${[...entries]}::text[])
      and b.last_seq < c.last_seq`,
  );

/** What the sweep of the backfills has to look for. */
export interface BackfillWork {
  readonly hasBackfills: boolean;
  /**
   * Producers with more than one subscription. Where there is one, every cursor was moved by it, or
   * by code without subscriptions that applied the same.
   */
  readonly contested: readonly string[];
}

/** One read for all producers: on most installations there is nothing to do. */
export const findBackfillWork = (db: Db): Promise<BackfillWork> =>
  one(
    db,
    sql`
    select exists (select from backfills) as has_backfills,
      array(select producer from subscriptions group by producer having count(*) > 1) as contested`,
  );
