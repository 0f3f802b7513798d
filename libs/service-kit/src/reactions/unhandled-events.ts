/**
 * Events that no reaction of this service handles only move the cursor. They are most of a busy
 * company's events, so ranges of them are collected in memory and written for all companies at once,
 * several times a second. Ranges lost with the process are read again from the producer's log.
 */
import type { LogName } from '../event-log/require-events-of.ts';
import type { SeqRange } from '../event-log/seq-ranges.ts';
import { many, sql, type Db } from '../postgres/sql.ts';
import type { Subscriptions } from './backfill/subscriptions.ts';

/** Longest that a range stays in memory unless it is flushed earlier. */
const FLUSH_MS = 100;

/** Consecutive numbers of one log. */
export interface LogRange extends LogName, SeqRange {}

export interface UnhandledEvents {
  add(range: LogRange): void;
  /** The number that a cursor at `lastSeq` may move to without any effect. */
  advance(producer: string, companyId: string, lastSeq: number): number;
  /** Writes the ranges of one company, or of all. */
  flush(producer?: string, companyId?: string): Promise<void>;
  drain(): Promise<void>;
}

export interface UnhandledEventsOptions {
  readonly db: Db;
  readonly subscriptions: Pick<Subscriptions, 'own'>;
  /** Called if events before the range have not been received, or the cursor has to be taken over. */
  readonly onGap: (producer: string, companyId: string) => void;
  /** Called when cursors have moved. */
  readonly onMoved: (range: LogRange) => void;
  readonly onFailed: (error: unknown) => void;
}

const keyOf = (producer: string, companyId: string): string => `${producer} ${companyId}`;

export function openUnhandledEvents({
  db,
  subscriptions,
  onGap,
  onMoved,
  onFailed,
}: UnhandledEventsOptions): UnhandledEvents {
  const ranges = new Map<string, LogRange>();
  let timer: NodeJS.Timeout | undefined;
  const write = async (taken: readonly LogRange[]): Promise<void> => {
    const gaps = await advancePastUnhandled(db, subscriptions, taken);
    for (const range of taken) onMoved(range);
    for (const { producer, companyId } of gaps) onGap(producer, companyId);
  };
  const take = (producer?: string, companyId?: string): LogRange[] => {
    const taken =
      producer === undefined || companyId === undefined
        ? [...ranges.values()]
        : [ranges.get(keyOf(producer, companyId)) ?? []].flat();
    for (const range of taken) ranges.delete(keyOf(range.producer, range.companyId));
    return taken;
  };
  const flush: UnhandledEvents['flush'] = async (producer, companyId) => {
    const taken = take(producer, companyId);
    if (taken.length > 0) await write(taken);
  };
  return {
    add(range) {
      const key = keyOf(range.producer, range.companyId);
      const earlier = ranges.get(key);
      ranges.set(key, earlier ? joined(earlier, range) : range);
      timer ??= setTimeout(() => {
        timer = undefined;
        flush().catch(onFailed);
      }, FLUSH_MS);
    },
    advance(producer, companyId, lastSeq) {
      const range = ranges.get(keyOf(producer, companyId));
      return range && range.first <= lastSeq + 1 ? Math.max(lastSeq, range.last) : lastSeq;
    },
    flush,
    async drain() {
      clearTimeout(timer);
      await flush();
    },
  };
}

/** Adjacent ranges become one. After a gap the later range is kept; writing it reports the gap. */
const joined = (earlier: LogRange, later: LogRange): LogRange =>
  later.first <= earlier.last + 1 && later.first >= earlier.first
    ? { ...earlier, last: Math.max(earlier.last, later.last) }
    : later;

/**
 * Moves the cursors that are at the start of their range and that this subscription moves; returns
 * those that are before it or that another subscription has moved.
 */
const advancePastUnhandled = async (
  db: Db,
  subscriptions: Pick<Subscriptions, 'own'>,
  ranges: readonly LogRange[],
): Promise<LogName[]> => {
  // Two replicas that write the same cursors must lock them in the same order.
  const byKey = new Map(ranges.map((range) => [keyOf(range.producer, range.companyId), range]));
  const sorted = [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? []);
  const own = await Promise.all(sorted.map(({ producer }) => subscriptions.own(producer)));
  return many(
    db,
    sql`
    with passed as (
      select * from unnest(
        ${sorted.map(({ producer }) => producer)}::text[],
        ${sorted.map(({ companyId }) => companyId)}::uuid[],
        ${sorted.map(({ first }) => first)}::bigint[],
        ${sorted.map(({ last }) => last)}::bigint[],
        ${own.map(({ id }) => id)}::int[]
      ) as p (producer, company_id, first, last, own)
    ), begun as (
      insert into cursors as c (
        producer, company_id, last_seq, subscription_id, subscription_seq
      )
      select producer, company_id, last, own, last from passed where first = 1
      on conflict (producer, company_id) do update
      set last_seq = excluded.last_seq, subscription_id = excluded.subscription_id,
        subscription_seq = excluded.subscription_seq
      where c.last_seq < excluded.last_seq and c.retry_at is null
        and case when c.subscription_id is null then c.last_seq = 0
          else c.subscription_id = excluded.subscription_id and c.subscription_seq >= c.last_seq end
    ), moved as (
      update cursors c set last_seq = p.last, subscription_seq = p.last from passed p
      where p.first > 1 and c.producer = p.producer and c.company_id = p.company_id
        and c.last_seq >= p.first - 1 and c.last_seq < p.last and c.retry_at is null
        and c.subscription_id = p.own and c.subscription_seq >= c.last_seq
    )
    select p.producer, p.company_id from passed p
    left join cursors c on c.producer = p.producer and c.company_id = p.company_id
    where c.retry_at is null and (
      coalesce(c.last_seq, 0) < p.first - 1
      or c.last_seq between 1 and p.last - 1
        and not coalesce(c.subscription_id = p.own and c.subscription_seq >= c.last_seq, false)
    )`,
  );
};
