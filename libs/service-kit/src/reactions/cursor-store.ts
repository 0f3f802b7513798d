/** SQL of the cursors: how far this service has applied each producer's log, per company. */
import type { EventRecord } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '../postgres/sql.ts';
import type { LaggingCompany } from './consumer-lag.ts';

export interface Cursor {
  readonly lastSeq: number;
  readonly attempts: number;
  /** The next event failed and waits for its retry. */
  readonly blocked: boolean;
  /** End of a replay: the position before the cursor was wound back; 0 if it never was. */
  readonly replayTo: number;
  /** The subscription of the process that moved it last; null before there was one. */
  readonly subscriptionId: number | null;
  /** Up to here that subscription was heard; a process of the release before may have moved on. */
  readonly subscriptionSeq: number;
  /** Some entries are applied by a backfill, and not with the cursor. */
  readonly backfilling: boolean;
}

const cursorColumns = sql`
  last_seq, attempts, coalesce(retry_at > now(), false) as blocked,
  coalesce(replay_to, 0) as replay_to, subscription_id, subscription_seq, backfilling`;

const findCursor = (db: Db, producer: string, companyId: string): Promise<Cursor | undefined> =>
  maybeOne<Cursor>(
    db,
    sql`
    select ${cursorColumns} from cursors
    where producer = ${producer} and company_id = ${companyId}`,
  );

export const readCursor = async (db: Db, producer: string, companyId: string): Promise<Cursor> =>
  (await findCursor(db, producer, companyId)) ?? {
    lastSeq: 0,
    attempts: 0,
    blocked: false,
    replayTo: 0,
    subscriptionId: null,
    subscriptionSeq: 0,
    backfilling: false,
  };

/** Locks the cursor's row: its holder alone applies this company's events. */
export async function lockCursor(db: Db, producer: string, companyId: string): Promise<Cursor> {
  const locked = await maybeOne<Cursor>(
    db,
    sql`
    select ${cursorColumns} from cursors
    where producer = ${producer} and company_id = ${companyId} for update`,
  );
  if (locked) return locked;
  return one<Cursor>(
    db,
    sql`
    insert into cursors as c (producer, company_id) values (${producer}, ${companyId})
    on conflict (producer, company_id) do update set last_seq = c.last_seq
    returning ${cursorColumns}`,
  );
}

/** The cursor of one company in the log of one producer. */
export interface CursorKey {
  readonly producer: string;
  readonly companyId: string;
}

/** Locks those that exist and that no other transaction holds, without waiting. */
export const lockCursors = (db: Db, keys: readonly CursorKey[]): Promise<(Cursor & CursorKey)[]> =>
  many(
    db,
    sql`
    select c.producer, c.company_id, ${cursorColumns}
    from unnest(
      ${keys.map(({ producer }) => producer)}::text[],
      ${keys.map(({ companyId }) => companyId)}::uuid[]
    ) as k (producer, company_id)
    join cursors c on c.producer = k.producer and c.company_id = k.company_id
    for update of c skip locked`,
  );

/** A cursor that its own subscription has moved, and where it goes. */
export interface CursorMove extends CursorKey {
  readonly to: number;
}

/** The caller holds their locks, and none of them has failures. As a statement, to be pipelined with COMMIT. */
export const moveCursorsStatement = (moves: readonly CursorMove[]): Statement => sql`
  update cursors c set last_seq = m.seq, subscription_seq = m.seq
  from unnest(
    ${moves.map(({ producer }) => producer)}::text[],
    ${moves.map(({ companyId }) => companyId)}::uuid[], ${moves.map(({ to }) => to)}::bigint[]
  ) as m (producer, company_id, seq)
  where c.producer = m.producer and c.company_id = m.company_id`;

/** A move past events that have no effect. */
export interface IdleMove extends CursorMove {
  /** The number of the first of these events. */
  readonly first: number;
  readonly subscriptionId: number;
}

/** Moves the cursors that are right before these events, or within them; returns those that it has moved. */
export const moveIdleCursors = (db: Db, moves: readonly IdleMove[]): Promise<CursorKey[]> =>
  many(
    db,
    sql`
    update cursors c set last_seq = m.seq, subscription_seq = m.seq
    from unnest(
      ${moves.map(({ producer }) => producer)}::text[],
      ${moves.map(({ companyId }) => companyId)}::uuid[],
      ${moves.map(({ first }) => first)}::bigint[], ${moves.map(({ to }) => to)}::bigint[],
      ${moves.map(({ subscriptionId }) => subscriptionId)}::int[]
    ) as m (producer, company_id, first, seq, subscription_id)
    where c.producer = m.producer and c.company_id = m.company_id
      and c.last_seq between m.first - 1 and m.seq - 1 and c.attempts = 0
      and c.subscription_id = m.subscription_id and c.subscription_seq >= c.last_seq
      and c.last_seq >= coalesce(c.replay_to, 0)
    returning c.producer, c.company_id`,
  );

/** Moves it past an event that has no effect; whose subscription is heard stays the same. */
export const moveCursor = (db: Db, producer: string, companyId: string, to: number) =>
  none(
    db,
    sql`
    update cursors
    set last_seq = ${to}, attempts = 0, last_error = null, retry_at = null, failed_event = null,
      subscription_seq = case when subscription_seq < last_seq then subscription_seq else ${to} end
    where producer = ${producer} and company_id = ${companyId}`,
  );

/** After effects of this subscription. As a statement, to be pipelined with COMMIT. */
export const moveCursorStatement = (
  { producer, id }: { readonly producer: string; readonly id: number },
  companyId: string,
  to: number,
): Statement => sql`
  update cursors
  set last_seq = ${to}, attempts = 0, last_error = null, retry_at = null, failed_event = null,
    subscription_id = ${id}, subscription_seq = ${to}
  where producer = ${producer} and company_id = ${companyId}`;

export const blockCursor = (
  db: Db,
  event: EventRecord,
  { attempts, error, retrySeconds }: { attempts: number; error: string; retrySeconds: number },
): Promise<void> =>
  none(
    db,
    sql`
    update cursors
    set attempts = ${attempts}, last_error = ${error},
      retry_at = now() + make_interval(secs => ${retrySeconds}),
      failed_event = ${JSON.stringify(event)}::jsonb,
      failed_since = case when attempts = 0 then now() else coalesce(failed_since, now()) end
    where producer = ${event.producer} and company_id = ${event.companyId}`,
  );

export interface BlockedCursor {
  readonly producer: string;
  readonly companyId: string;
  /** Whether its failed event is due for its retry. */
  readonly isDue: boolean;
}

/** Cursors with a failed event, those that are due first. */
export const listBlockedCursors = (db: Db): Promise<BlockedCursor[]> =>
  many(
    db,
    sql`
    select producer, company_id, retry_at <= now() as is_due from cursors
    where retry_at is not null order by retry_at limit 100`,
  );

/** The last number in a company's log. */
export interface Head {
  readonly companyId: string;
  readonly seq: number;
}

/** Companies whose cursor is before the producer's head; not those that wait for a retry. */
export const listLagging = (
  db: Db,
  producer: string,
  heads: readonly Head[],
): Promise<LaggingCompany[]> =>
  many(
    db,
    sql`
    select h.company_id, h.seq as head, coalesce(c.last_seq, 0) as last_seq
    from unnest(
      ${heads.map((head) => head.companyId)}::uuid[], ${heads.map((head) => head.seq)}::bigint[]
    ) as h (company_id, seq)
    left join cursors c on c.producer = ${producer} and c.company_id = h.company_id
    where h.seq > coalesce(c.last_seq, 0) and c.retry_at is null`,
  );

/** Blocked companies and dead letters, over all producers. */
export const countFailures = (db: Db): Promise<{ blocked: number; deadLetters: number }> =>
  one(
    db,
    sql`
    select (select count(*) from cursors where retry_at is not null)::int4 as blocked,
      (
        select count(*) from dead_letters where skipped_at is null
      )::int4 as dead_letters`,
  );
