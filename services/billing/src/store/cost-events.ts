/** Costs, each booked once and at the same moment added to the sums of its month. */
import type { CostEvent } from '@muster/contracts';
import { join, many, maybeOne, one, sql, type Db, type Statement } from '@muster/service-kit';
import { monthAt } from './companies.ts';
import { addedToCostSums } from './cost-sums.ts';

export interface BookedCost extends CostEvent {
  readonly budgetLimitCents: number;
  readonly budgetSpentCents: number;
  readonly budgetStop: boolean;
}

export type NewCost = Omit<BookedCost, 'month' | 'createdAt'>;

export interface Booking extends BookedCost {
  /** Sums of the cost's month, this cost included. */
  readonly agentSpentCents: number;
  readonly companySpentCents: number;
}

const shownColumns = sql`
  id, event_id, company_id, month, agent_id, cost_cents, price_status, provider, model,
  occurred_at, input_tokens, output_tokens, cached_input_tokens, issue_id, project_id, goal_id,
  run_id, billing_code, created_at`;
const columns = sql`
  ${shownColumns}, budget_limit_cents, budget_spent_cents, budget_stop`;

export const findCost = (
  db: Db,
  companyId: string,
  eventId: string,
): Promise<BookedCost | undefined> =>
  maybeOne<BookedCost>(db, sql`
    select ${columns} from cost_events where company_id = ${companyId} and event_id = ${eventId}`);

/** Adds what was booked to the sums that budgets are judged by: of the agent, of the company. */
const addedToMonths = sql`
  agent as (
    insert into agent_months as m (
      agent_id, month, company_id, spent_cents, input_tokens, output_tokens,
      cached_input_tokens, events
    )
    select agent_id, month, company_id, cost_cents, input_tokens, output_tokens,
      cached_input_tokens, 1
    from booked
    on conflict (agent_id, month) do update
    set spent_cents = m.spent_cents + excluded.spent_cents,
      input_tokens = m.input_tokens + excluded.input_tokens,
      output_tokens = m.output_tokens + excluded.output_tokens,
      cached_input_tokens = m.cached_input_tokens + excluded.cached_input_tokens,
      events = m.events + 1
    returning spent_cents
  ), company as (
    insert into company_months as m (company_id, month, spent_cents)
    select company_id, month, cost_cents from booked
    on conflict (company_id, month) do update
    set spent_cents = m.spent_cents + excluded.spent_cents
    returning spent_cents
  )`;

export const insertCost = (db: Db, cost: NewCost): Promise<Booking> =>
  one<Booking>(db, sql`
    with booked as (
      insert into cost_events (
        id, event_id, company_id, month, agent_id, cost_cents, price_status, provider, model,
        occurred_at, input_tokens, output_tokens, cached_input_tokens, issue_id, project_id,
        goal_id, run_id, billing_code, budget_limit_cents, budget_spent_cents, budget_stop
      )
      values (
        ${cost.id}, ${cost.eventId}, ${cost.companyId},
        ${monthAt(sql`${cost.companyId}::uuid`, cost.occurredAt)}, ${cost.agentId},
        ${cost.costCents}, ${cost.priceStatus}, ${cost.provider}, ${cost.model},
        ${cost.occurredAt}, ${cost.inputTokens}, ${cost.outputTokens}, ${cost.cachedInputTokens},
        ${cost.issueId}, ${cost.projectId}, ${cost.goalId}, ${cost.runId}, ${cost.billingCode},
        ${cost.budgetLimitCents}, ${cost.budgetSpentCents}, ${cost.budgetStop}
      )
      returning ${columns}
    ), ${addedToMonths}, ${addedToCostSums}
    select ${columns}, agent.spent_cents as agent_spent_cents,
      company.spent_cents as company_spent_cents
    from booked cross join agent cross join company`);

export interface CostEventQuery {
  readonly companyId: string;
  readonly order: 'newest first' | 'oldest first';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly agentId?: string | undefined;
  readonly issueId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly runId?: string | undefined;
  /** Time and id of the last one seen. */
  readonly after: readonly (string | number)[] | undefined;
  readonly limit: number;
}

export const listCostEvents = (db: Db, query: CostEventQuery): Promise<CostEvent[]> => {
  const direction = query.order === 'newest first' ? sql`desc` : sql`asc`;
  return many<CostEvent>(db, sql`
    select ${shownColumns} from cost_events
    where ${join(conditionsOf(query), ' and ')}
    order by occurred_at ${direction}, id ${direction} limit ${query.limit}`);
};

/** Only what is asked for, so that each filter is planned with its index. */
function conditionsOf(query: CostEventQuery): Statement[] {
  const { companyId, order, from, to, agentId, issueId, projectId, runId, after } = query;
  const beyond = order === 'newest first' ? sql`<` : sql`>`;
  return [
    sql`company_id = ${companyId}`,
    agentId && sql`agent_id = ${agentId}`,
    issueId && sql`issue_id = ${issueId}`,
    projectId && sql`project_id = ${projectId}`,
    runId && sql`run_id = ${runId}`,
    from && sql`occurred_at >= ${from}::timestamptz`,
    to && sql`occurred_at < ${to}::timestamptz`,
    after && sql`(occurred_at, id) ${beyond} (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  ].filter((condition) => typeof condition === 'object');
}
