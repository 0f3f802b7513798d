/**
 * Costs by agent and by project. The current month is read from its sums; any other window from the
 * costs themselves, by the index on their time.
 */
import type { Output, billing } from '@muster/contracts';
import { many, sql, type Db, type Statement } from '@muster/service-kit';

export interface CostQuery {
  readonly companyId: string;
  readonly month: string;
  /** Neither: the month. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Cents and id of the last one seen. */
  readonly after: readonly (string | number)[] | undefined;
  readonly limit: number;
}

export type AgentCosts = Output<typeof billing, 'listCostsByAgent'>[number];
export type ProjectCosts = Output<typeof billing, 'listCostsByProject'>[number];

/** Stands for no project in the order of a list. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const sumsInWindow = (id: Statement, { companyId, from, to }: CostQuery): Statement => sql`
  select ${id} as id, sum(cost_cents)::bigint as spent_cents,
    sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
    sum(cached_input_tokens)::bigint as cached_input_tokens, count(*) as events
  from cost_events
  where company_id = ${companyId}
    and occurred_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and occurred_at < coalesce(${to ?? null}::timestamptz, 'infinity')
  group by 1`;

const sumsOfMonth = (
  id: Statement,
  months: Statement,
  { companyId, month }: CostQuery,
): Statement => sql`
  select ${id} as id, spent_cents, input_tokens, output_tokens, cached_input_tokens, events
  from ${months}
  where company_id = ${companyId} and month = ${month} and events > 0`;

const isWindow = ({ from, to }: CostQuery): boolean => from !== undefined || to !== undefined;

/** The dearest first, after the one that was seen last. */
const ordered = ({ after, limit }: CostQuery): Statement => sql`
  where ${after?.[0] ?? null}::bigint is null
    or (s.spent_cents, coalesce(s.id, ${NO_ID}::uuid))
      < (${after?.[0] ?? null}::bigint, ${after?.[1] ?? null}::uuid)
  order by s.spent_cents desc, coalesce(s.id, ${NO_ID}::uuid) desc limit ${limit}`;

export function listAgentCosts(db: Db, query: CostQuery): Promise<AgentCosts[]> {
  const sums = isWindow(query)
    ? sumsInWindow(sql`agent_id`, query)
    : sumsOfMonth(sql`agent_id`, sql`agent_months`, query);
  return many<AgentCosts>(db, sql`
    with sums as (${sums})
    select s.id as agent_id, a.name as agent_name, a.status as agent_status,
      s.spent_cents as cost_cents, s.input_tokens, s.cached_input_tokens, s.output_tokens,
      s.events, coalesce(a.budget_monthly_cents, 0) as budget_monthly_cents
    from sums s left join agents a on a.agent_id = s.id and a.company_id = ${query.companyId}
    ${ordered(query)}`);
}

export function listProjectCosts(db: Db, query: CostQuery): Promise<ProjectCosts[]> {
  const sums = isWindow(query)
    ? sumsInWindow(sql`project_id`, query)
    : sumsOfMonth(sql`project_id`, sql`project_months`, query);
  return many<ProjectCosts>(db, sql`
    with sums as (${sums})
    select s.id as project_id, p.name as project_name, s.spent_cents as cost_cents,
      s.input_tokens, s.cached_input_tokens, s.output_tokens, s.events
    from sums s left join projects p on p.project_id = s.id and p.company_id = ${query.companyId}
    ${ordered(query)}`);
}
