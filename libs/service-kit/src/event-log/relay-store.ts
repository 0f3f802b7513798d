/** SQL of the relay: the poll for unpublished events, and the positions and events of a pass. */
import type { EventRecord } from '@muster/contracts';
import { many, none, sql, type Db, type Statement } from '../postgres/sql.ts';

/** An event in its own log, where the producer is implied. */
export type LoggedEvent = Omit<EventRecord, 'producer'>;

/**
 * Companies with unpublished events, and the age of the first of those. Every lookup is by key,
 * whatever the planner knows of the tables: the log only grows, and the poll runs all the time.
 */
export const listUnpublished = (
  db: Db,
  limit: number,
): Promise<{ companyId: string; ageSeconds: number }[]> =>
  many(
    db,
    sql`
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
    limit ${limit}`,
  );

export interface Unpublished {
  /** Companies whose position this pass holds; another replica holds the others. */
  readonly locked: ReadonlySet<string>;
  /** Ordered by company and number. */
  readonly events: readonly LoggedEvent[];
}

/** Locks the positions that no other replica holds; a company's first events create its position. */
export async function lockUnpublished(
  db: Db,
  companies: readonly string[],
  eventsMax: number,
): Promise<Unpublished> {
  const first = await selectUnpublished(db, companies, eventsMax);
  if (first.locked.size === companies.length) return first;
  await none(
    db,
    sql`
    insert into relay_positions (company_id) select unnest(${companies}::uuid[])
    on conflict do nothing`,
  );
  return selectUnpublished(db, companies, eventsMax);
}

/** An event after a locked position; without an id, the position alone: it has no events after it. */
type PendingRow = LoggedEvent & { readonly lockedCompanyId: string; readonly id: string | null };

async function selectUnpublished(
  db: Db,
  companies: readonly string[],
  eventsMax: number,
): Promise<Unpublished> {
  const rows = await many<PendingRow>(
    db,
    sql`
    with locked as materialized (
      select company_id, published_seq from relay_positions
      where company_id = any(${companies}::uuid[]) for update skip locked
    )
    select l.company_id as locked_company_id, e.id, e.company_id, e.seq, e.type, e.version,
      e.entity_type, e.entity_id, e.actor_type, e.actor_id, e.actor_name, e.run_id, e.request_id,
      e.caused_by, e.payload, e.traceparent, e.occurred_at
    from locked l
    left join lateral (
      select * from events
      where events.company_id = l.company_id and events.seq > l.published_seq
      order by events.seq limit ${eventsMax}
    ) as e on true
    order by l.company_id, e.seq`,
  );
  return {
    locked: new Set(rows.map(({ lockedCompanyId }) => lockedCompanyId)),
    events: rows.filter(({ id }) => id !== null),
  };
}

export const advancePositions = (
  published: readonly { readonly companyId: string; readonly seq: number }[],
): Statement | undefined =>
  published.length === 0
    ? undefined
    : sql`
      update relay_positions p set published_seq = n.seq
      from unnest(
        ${published.map(({ companyId }) => companyId)}::uuid[],
        ${published.map(({ seq }) => seq)}::bigint[]
      ) as n (company_id, seq)
      where p.company_id = n.company_id`;
