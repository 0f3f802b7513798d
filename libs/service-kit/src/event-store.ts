/** Reading the event log, and the cursors of what was applied of other logs. */
import type { EventRecord } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from './sql.ts';
import type { Behind } from './unapplied.ts';

const eventColumns = sql`
  id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
  run_id, request_id, caused_by, payload, traceparent, occurred_at`;

/** Payloads of one page, in bytes: with all else that an event has they fit into one answer. */
const PAGE_BYTES = 450_000;

/** As many as are asked for, or as fit: a page may be short without being the last one. */
export const listEvents = (
  db: Db,
  { companyId, after, limit }: { companyId: string; after: number; limit: number },
): Promise<Omit<EventRecord, 'producer'>[]> =>
  many(db, sql`
    select ${eventColumns} from (
      select *, sum(bytes) over (order by seq) - bytes as before_it from (
        select ${eventColumns}, octet_length(payload::text) as bytes from events
        where company_id = ${companyId} and seq > ${after}
        order by seq limit ${limit}
      ) page
    ) measured
    where before_it < ${PAGE_BYTES}
    order by seq limit ${limit}`);

/** Companies a page of heads, in the order of their ids. */
export const HEADS_PAGE = 1_000;

export const listHeads = (
  db: Db,
  afterCompanyId: string | undefined,
): Promise<{ companyId: string; seq: number }[]> =>
  many(db, sql`
    select company_id, seq from event_heads
    where ${afterCompanyId ?? null}::uuid is null or company_id > ${afterCompanyId ?? null}::uuid
    order by company_id limit ${HEADS_PAGE}`);

export const headOf = async (db: Db, companyId: string): Promise<number> => {
  const head = await maybeOne<{ seq: number }>(db, sql`
    select seq from event_heads where company_id = ${companyId}`);
  return head?.seq ?? 0;
};

/** The last event itself, so that whoever goes on from it can tell this log from another. */
export const lastEventOf = async (
  db: Db,
  companyId: string,
): Promise<{ seq: number; id: string | null }> => {
  const last = await maybeOne<{ seq: number; id: string }>(db, sql`
    select seq, id from events where company_id = ${companyId} order by seq desc limit 1`);
  return last ?? { seq: 0, id: null };
};

/**
 * Companies with events that are not published, and how old the first of those is. Each is a look
 * by key, whatever is known of the tables: the log only grows, and this is asked all the time.
 */
export const listUnpublished = (
  db: Db,
  limit: number,
): Promise<{ companyId: string; ageSeconds: number }[]> =>
  many(db, sql`
    select h.company_id,
      extract(epoch from clock_timestamp() - first.occurred_at)::float8 as age_seconds
    from event_heads h
    left join relay_positions p on p.company_id = h.company_id
    cross join lateral (
      select e.occurred_at from events e
      where e.company_id = h.company_id and e.seq = coalesce(p.published_seq, 0) + 1
      limit 1
    ) first
    where h.seq > coalesce(p.published_seq, 0)
    limit ${limit}`);

/** Events at the end of a log among which is looked for those of a request. */
const LOOK_BACK = 300;

/**
 * The last number that was said because of a request, in a reaction to it or a reaction to that; 0
 * where nothing was. If more has been said since it began than is looked at, it is the head.
 */
export const headBecause = async (
  db: Db,
  companyId: string,
  { requestId, since }: { requestId: string; since: string },
): Promise<number> => {
  const { said, head, recent } = await one<{ said: number; head: number; recent: number }>(db, sql`
    select coalesce(max(seq) filter (where request_id = ${requestId}), 0) as said,
      coalesce(max(seq), 0) as head, count(*) filter (where occurred_at >= ${since}) as recent
    from (
      select seq, request_id, occurred_at from events where company_id = ${companyId}
      order by seq desc limit ${LOOK_BACK}
    ) newest`);
  return said === 0 && recent === LOOK_BACK ? head : said;
};

export interface Cursor {
  readonly lastSeq: number;
  readonly attempts: number;
  /** An earlier failure waits for its next attempt. */
  readonly blocked: boolean;
  /** Up to here it was once before; 0 where it was never wound back. */
  readonly replayTo: number;
}

const cursorColumns = sql`
  last_seq, attempts, coalesce(retry_at > now(), false) as blocked,
  coalesce(replay_to, 0) as replay_to`;

const cursorOf = (db: Db, producer: string, companyId: string): Promise<Cursor | undefined> =>
  maybeOne<Cursor>(db, sql`
    select ${cursorColumns} from cursors
    where producer = ${producer} and company_id = ${companyId}`);

export const readCursor = async (db: Db, producer: string, companyId: string): Promise<Cursor> =>
  (await cursorOf(db, producer, companyId)) ?? {
    lastSeq: 0, attempts: 0, blocked: false, replayTo: 0,
  };

/** Takes the cursor's row lock: who holds it applies this company's events. */
export async function lockCursor(db: Db, producer: string, companyId: string): Promise<Cursor> {
  const locked = await maybeOne<Cursor>(db, sql`
    select ${cursorColumns} from cursors
    where producer = ${producer} and company_id = ${companyId} for update`);
  if (locked) return locked;
  return one<Cursor>(db, sql`
    insert into cursors as c (producer, company_id) values (${producer}, ${companyId})
    on conflict (producer, company_id) do update set last_seq = c.last_seq
    returning ${cursorColumns}`);
}

export const moveCursor = (db: Db, producer: string, companyId: string, to: number) =>
  none(db, cursorAt(producer, companyId, to));

/** The statement that moves it, for whoever sends it with the commit. */
export const cursorAt = (producer: string, companyId: string, to: number): Statement => sql`
  update cursors
  set last_seq = ${to}, attempts = 0, last_error = null, retry_at = null, failed_event = null
  where producer = ${producer} and company_id = ${companyId}`;

export const blockCursor = (
  db: Db,
  event: EventRecord,
  { attempts, error, retrySeconds }: { attempts: number; error: string; retrySeconds: number },
): Promise<void> =>
  none(db, sql`
    update cursors
    set attempts = ${attempts}, last_error = ${error},
      retry_at = now() + make_interval(secs => ${retrySeconds}),
      failed_event = ${JSON.stringify(event)}::jsonb,
      failed_since = case when attempts = 0 then now() else coalesce(failed_since, now()) end
    where producer = ${event.producer} and company_id = ${event.companyId}`);

export const listCursorsDue = (db: Db): Promise<{ producer: string; companyId: string }[]> =>
  many(db, sql`
    select producer, company_id from cursors where retry_at <= now() order by retry_at limit 100`);

/** Companies of which this service has applied less than `heads`, and how far it is. */
export const listBehind = (
  db: Db,
  producer: string,
  heads: readonly { companyId: string; seq: number }[],
): Promise<Behind[]> =>
  many(db, sql`
    select h.company_id, h.seq as head, coalesce(c.last_seq, 0) as last_seq
    from unnest(
      ${heads.map((head) => head.companyId)}::uuid[], ${heads.map((head) => head.seq)}::bigint[]
    ) as h (company_id, seq)
    left join cursors c on c.producer = ${producer} and c.company_id = h.company_id
    where h.seq > coalesce(c.last_seq, 0) and c.retry_at is null`);

/** What of other services' events did not go well, of all companies. */
export const countTroubles = (db: Db): Promise<{ blocked: number; deadLetters: number }> =>
  one(db, sql`
    select (select count(*) from cursors where retry_at is not null)::int4 as blocked,
      (
        select count(*) from dead_letters where skipped_at is null
      )::int4 as dead_letters`);
