/** SQL of the relay: the poll for unpublished events, and the positions and events of a pass. */
import { many, none, sql, type Db, type Statement } from '../postgres/sql.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { FoundEvent } from './relay-decision.ts';
import type { SeqRange } from './seq-ranges.ts';

/**
 * The first unpublished event of each company that has one, the oldest first: those that were
 * published a moment ago, before their position has moved, must not hide them. Every lookup is by
 * key, whatever the planner knows of the tables: the log only grows, and the poll runs all the time.
 */
export const listUnpublished = (db: Db, limit: number): Promise<FoundEvent[]> =>
  many(
    db,
    sql`
    select h.company_id, coalesce(p.published_seq, 0) + 1 as seq,
      extract(epoch from clock_timestamp() - first.occurred_at)::float8 as age_seconds
    from event_heads h
    left join relay_positions p on p.company_id = h.company_id
    cross join lateral (
      select e.occurred_at from events e
      where e.company_id = h.company_id and e.seq = coalesce(p.published_seq, 0) + 1
      limit 1
    ) first
    where h.seq > coalesce(p.published_seq, 0)
    order by first.occurred_at limit ${limit}`,
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
  await insertPositions(db, companies);
  return selectUnpublished(db, companies, eventsMax);
}

/** Ordered, so that two processes that insert the same rows wait for each other in one direction. */
const insertPositions = (db: Db, companies: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    insert into relay_positions (company_id)
    select company_id from unnest(${companies}::uuid[]) as c (company_id) order by company_id
    on conflict do nothing`,
  );

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
      e.client_request_id, e.caused_by, e.payload::text as payload, e.traceparent, e.occurred_at
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

/** Numbers of a company that were published. */
export interface Move extends SeqRange {
  readonly companyId: string;
}

/**
 * Moves each position that stands right before its range, or in it, to the end of the range. Returns
 * the positions as they are then, without those that another process holds.
 */
export async function movePositions(
  db: Db,
  moves: readonly Move[],
): Promise<ReadonlyMap<string, number>> {
  const positions = await moveFreePositions(db, moves);
  if (positions.size === moves.length) return positions;
  const others = moves.filter(({ companyId }) => !positions.has(companyId));
  await insertPositions(
    db,
    others.map(({ companyId }) => companyId),
  );
  return new Map([...positions, ...(await moveFreePositions(db, others))]);
}

/** Waits for no lock, so that it can hold up no pass over the log, and none can hold up it. */
async function moveFreePositions(
  db: Db,
  moves: readonly Move[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await many<{ companyId: string; position: number }>(
    db,
    sql`
    with moves as materialized (
      select * from unnest(
        ${moves.map(({ companyId }) => companyId)}::uuid[],
        ${moves.map(({ first }) => first)}::bigint[], ${moves.map(({ last }) => last)}::bigint[]
      ) as m (company_id, first, last)
    ), free as materialized (
      select p.company_id, p.published_seq, m.first, m.last,
        p.published_seq between m.first - 1 and m.last - 1 as may_move
      from relay_positions p join moves m on m.company_id = p.company_id
      for update of p skip locked
    ), moved as (
      update relay_positions p set published_seq = f.last from free f
      where p.company_id = f.company_id and f.may_move
    )
    select company_id, case when may_move then last else published_seq end as position from free`,
  );
  return new Map(rows.map(({ companyId, position }) => [companyId, position]));
}
