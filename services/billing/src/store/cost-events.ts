/** Costs, each booked once and at the same moment added to the sums of its month. */
import type { CostEvent } from '@muster/contracts';
import { maybeOne, one, sql, type Db } from '@muster/service-kit';
import { monthAt } from './companies.ts';

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

const columns = sql`
  id, event_id, company_id, month, agent_id, cost_cents, price_status, provider, model,
  occurred_at, input_tokens, output_tokens, cached_input_tokens, issue_id, project_id, goal_id,
  run_id, billing_code, budget_limit_cents, budget_spent_cents, budget_stop, created_at`;

export const findCost = (
  db: Db,
  companyId: string,
  eventId: string,
): Promise<BookedCost | undefined> =>
  maybeOne<BookedCost>(db, sql`
    select ${columns} from cost_events where company_id = ${companyId} and event_id = ${eventId}`);

/** Adds what was booked to the sums of its month: of the agent, of the project, of the company. */
const addedToSums = sql`
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
  ), project as (
    insert into project_months as m (
      company_id, month, project_id, spent_cents, input_tokens, output_tokens,
      cached_input_tokens, events
    )
    select company_id, month, project_id, cost_cents, input_tokens, output_tokens,
      cached_input_tokens, 1
    from booked
    on conflict (company_id, month, project_id) do update
    set spent_cents = m.spent_cents + excluded.spent_cents,
      input_tokens = m.input_tokens + excluded.input_tokens,
      output_tokens = m.output_tokens + excluded.output_tokens,
      cached_input_tokens = m.cached_input_tokens + excluded.cached_input_tokens,
      events = m.events + 1
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
    ), ${addedToSums}
    select ${columns}, agent.spent_cents as agent_spent_cents,
      company.spent_cents as company_spent_cents
    from booked cross join agent cross join company`);

/** What was spent from one moment up to, and without, another. */
export const sumCosts = async (
  db: Db,
  companyId: string,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<number> =>
  (await one<{ cents: number }>(db, sql`
    select coalesce(sum(cost_cents), 0)::bigint as cents from cost_events
    where company_id = ${companyId}
      and occurred_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and occurred_at < coalesce(${to ?? null}::timestamptz, 'infinity')`)).cents;
