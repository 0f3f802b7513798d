/** SQL that reads the event log. */
import type { EventRecord } from '@muster/contracts';
import { many, maybeOne, one, sql, type Db } from '../postgres/sql.ts';

const eventColumns = sql`
  id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
  run_id, request_id, client_request_id, caused_by, payload, traceparent, occurred_at`;

/** Payload bytes of one page: with the other fields of its events it fits into one answer. */
const PAGE_BYTES = 450_000;

/** At most `limit` events, fewer if their payloads are large: a short page need not be the last. */
export const listEvents = (
  db: Db,
  {
    companyId,
    after,
    limit,
    types,
  }: { companyId: string; after: number; limit: number; types?: readonly string[] | undefined },
): Promise<Omit<EventRecord, 'producer'>[]> =>
  many(
    db,
    sql`
    select ${eventColumns} from (
      select *, sum(bytes) over (order by seq) - bytes as before_it from (
        ${
          types
            ? eventsOfTypes({ companyId, after, limit, types })
            : sql`
        select ${eventColumns}, octet_length(payload::text) as bytes from events
        where company_id = ${companyId} and seq > ${after}
        order by seq limit ${limit}`
        }
      ) page
    ) measured
    where before_it < ${PAGE_BYTES}
    order by seq limit ${limit}`,
  );

/** The first events of each type, by its index, and of those the first. */
const eventsOfTypes = ({
  companyId,
  after,
  limit,
  types,
}: {
  companyId: string;
  after: number;
  limit: number;
  types: readonly string[];
}) => sql`
  select found.* from unnest(${[...new Set(types)]}::text[]) as wanted (type)
  cross join lateral (
    select ${eventColumns}, octet_length(payload::text) as bytes from events e
    where e.company_id = ${companyId} and e.type = wanted.type and e.seq > ${after}
    order by e.seq limit ${limit}
  ) found
  order by seq limit ${limit}`;

/** Companies per page of heads, ordered by id. */
export const HEADS_PAGE = 1_000;

export const listHeads = (
  db: Db,
  afterCompanyId: string | undefined,
): Promise<{ companyId: string; seq: number }[]> =>
  many(
    db,
    sql`
    select company_id, seq from event_heads
    where ${afterCompanyId ?? null}::uuid is null or company_id > ${afterCompanyId ?? null}::uuid
    order by company_id limit ${HEADS_PAGE}`,
  );

/**
 * Heads of the companies that had an event lately. The events are found by their time, so companies at
 * rest cost nothing.
 */
export const listGrownHeads = (
  db: Db,
  afterCompanyId: string | undefined,
  grownWithinSeconds: number,
): Promise<{ companyId: string; seq: number }[]> =>
  many(
    db,
    sql`
    select company_id, max(seq) as seq from events
    where occurred_at > now() - make_interval(secs => ${grownWithinSeconds})
      and (${afterCompanyId ?? null}::uuid is null or company_id > ${afterCompanyId ?? null}::uuid)
    group by company_id
    order by company_id limit ${HEADS_PAGE}`,
  );

export const headOf = async (db: Db, companyId: string): Promise<number> => {
  const head = await maybeOne<{ seq: number }>(
    db,
    sql`
    select seq from event_heads where company_id = ${companyId}`,
  );
  return head?.seq ?? 0;
};

/** The last event with its id, so that a client that resumes can tell this log from another. */
export const lastEventOf = async (
  db: Db,
  companyId: string,
): Promise<{ seq: number; id: string | null }> => {
  const last = await maybeOne<{ seq: number; id: string }>(
    db,
    sql`
    select seq, id from events where company_id = ${companyId} order by seq desc limit 1`,
  );
  return last ?? { seq: 0, id: null };
};

/** Events at the end of a log that are searched for those of a request. */
const REQUEST_SEARCH_MAX = 300;

/**
 * The last number that a request caused: in a reaction to it, or in a reaction to that; 0 if there
 * is none. If more events than are searched have been emitted since the request began, the head.
 */
export const headCausedBy = async (
  db: Db,
  companyId: string,
  { requestId, since }: { requestId: string; since: string },
): Promise<number> => {
  const { caused, head, recent } = await one<{ caused: number; head: number; recent: number }>(
    db,
    sql`
    select coalesce(max(seq) filter (where request_id = ${requestId}), 0) as caused,
      coalesce(max(seq), 0) as head, count(*) filter (where occurred_at >= ${since}) as recent
    from (
      select seq, request_id, occurred_at from events where company_id = ${companyId}
      order by seq desc limit ${REQUEST_SEARCH_MAX}
    ) newest`,
  );
  return caused === 0 && recent === REQUEST_SEARCH_MAX ? head : caused;
};
