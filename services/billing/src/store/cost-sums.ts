/** Sums of costs by dimension, day and month, current at any time. */
import { join, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { Range, WindowParts } from '../domain/window.ts';
import { dayAt } from './companies.ts';

export type Dimension = 'all' | 'agent' | 'project' | 'issue' | 'model';

/** The key of a cost in each dimension. */
export const keys: Readonly<Record<Dimension, Statement>> = {
  all: sql`''`,
  agent: sql`agent_id::text`,
  project: sql`coalesce(project_id::text, '')`,
  issue: sql`coalesce(issue_id::text, '')`,
  model: sql`json_build_array(provider, model)::text`,
};

export const amounts = sql`
  cost_cents, unknown_cents, estimated_cents, unknown_events, input_tokens, cached_input_tokens,
  output_tokens, events`;

/** A void takes back what its costs have counted. */
const amountsByPrice = sql`
  case when price_status = 'unknown' then cost_cents else 0 end as unknown_cents,
  case when price_status = 'estimated' then cost_cents else 0 end as estimated_cents,
  case when price_status <> 'unknown' then 0 when voids_cost_id is null then 1 else -voided_costs end
    as unknown_events`;

export const amountsOfCost = sql`
  cost_cents, ${amountsByPrice}, input_tokens, cached_input_tokens, output_tokens, 1 as events`;

export const totals = sql`
  coalesce(sum(cost_cents), 0)::bigint as cost_cents,
  coalesce(sum(unknown_cents), 0)::bigint as unknown_cents,
  coalesce(sum(estimated_cents), 0)::bigint as estimated_cents,
  coalesce(sum(unknown_events), 0)::bigint as unknown_events,
  coalesce(sum(input_tokens), 0)::bigint as input_tokens,
  coalesce(sum(cached_input_tokens), 0)::bigint as cached_input_tokens,
  coalesce(sum(output_tokens), 0)::bigint as output_tokens,
  coalesce(sum(events), 0)::bigint as events`;

const dimensions = join(
  Object.entries(keys).map(([dimension, key]) => sql`(${dimension}, ${key})`),
  ', ',
);

/** Each row of `booked` once for each of its sums. */
const summed = sql`(
      select *, ${dayAt(sql`booked.company_id`, sql`booked.occurred_at`)} as day,
        ${amountsByPrice}, 1 as events
      from booked
    ) b
    cross join lateral (values ${dimensions}) as d (dimension, key)
    cross join lateral (
      values ('day', b.day), ('month', date_trunc('month', b.day)::date)
    ) as p (grain, starts_on)`;

/** Sums again all costs since a moment, which is the begin of a day of the company. */
export async function sumAgain(
  db: Db,
  companyId: string,
  { at, day }: { readonly at: string; readonly day: string },
): Promise<void> {
  await none(
    db,
    sql`delete from cost_sums where company_id = ${companyId} and starts_on >= ${day}::date`,
  );
  await none(
    db,
    sql`
    with booked as (
      select * from cost_events where company_id = ${companyId} and occurred_at >= ${at}::timestamptz
    )
    insert into cost_sums (company_id, dimension, grain, starts_on, key, ${amounts})
    select b.company_id, d.dimension, p.grain, p.starts_on, d.key, sum(cost_cents),
      sum(unknown_cents), sum(estimated_cents), sum(unknown_events), sum(input_tokens),
      sum(cached_input_tokens), sum(output_tokens), sum(events)
    from ${summed}
    group by b.company_id, d.dimension, p.grain, p.starts_on, d.key`,
  );
}

/** Adds the rows of `booked` to the sums of their day and month: the end of a statement. */
export const addToCostSums = sql`
    insert into cost_sums as s (company_id, dimension, grain, starts_on, key, ${amounts})
    select b.company_id, d.dimension, p.grain, p.starts_on, d.key, ${amounts}
    from ${summed}
    on conflict (company_id, dimension, grain, starts_on, key) do update
    set cost_cents = s.cost_cents + excluded.cost_cents,
      unknown_cents = s.unknown_cents + excluded.unknown_cents,
      estimated_cents = s.estimated_cents + excluded.estimated_cents,
      unknown_events = s.unknown_events + excluded.unknown_events,
      input_tokens = s.input_tokens + excluded.input_tokens,
      cached_input_tokens = s.cached_input_tokens + excluded.cached_input_tokens,
      output_tokens = s.output_tokens + excluded.output_tokens,
      events = s.events + excluded.events`;

/** The single costs of an edge, which is part of one day. */
export const singlesOf =
  (companyId: string, dimension: Dimension) =>
  (edge: Range): Statement =>
    sql`
    select ${keys[dimension]} as key,
      ${dayAt(sql`${companyId}::uuid`, sql`${edge.from}::timestamptz`)} as starts_on,
      ${amountsOfCost}
    from cost_events
    where company_id = ${companyId} and occurred_at >= ${edge.from}::timestamptz
      and occurred_at < ${edge.to}::timestamptz`;

/** The rows of a window by the key of a dimension, before they are summed. */
export const rowsOf = (
  companyId: string,
  dimension: Dimension,
  { months, days, edges }: WindowParts,
): Statement => {
  const sumsOf =
    (grain: 'month' | 'day') =>
    (range: Range): Statement =>
      sql`
    select key, starts_on, ${amounts} from cost_sums
    where company_id = ${companyId} and dimension = ${dimension} and grain = ${grain}
      and starts_on >= ${range.from}::date and starts_on < ${range.to}::date`;
  const parts = [
    ...months.map(sumsOf('month')),
    ...days.map(sumsOf('day')),
    ...edges.map(singlesOf(companyId, dimension)),
  ];
  return parts.length === 0 ? nothing : join(parts, ' union all ');
};

const nothing = sql`
  select '' as key, null::date as starts_on, ${amounts} from cost_sums where false`;

export interface Sums {
  readonly costCents: number;
  readonly unknownCents: number;
  readonly estimatedCents: number;
  readonly unknownEvents: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly events: number;
}

/** The sums of a company in a window. */
export const sumCosts = (db: Db, companyId: string, parts: WindowParts): Promise<Sums> =>
  one<Sums>(
    db,
    sql`
    select ${totals} from (${rowsOf(companyId, 'all', parts)}) r`,
  );
