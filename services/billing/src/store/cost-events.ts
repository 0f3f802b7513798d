/** Cost events, each added to the sums of its month by the statement that inserts it. */
import type { CostEvent } from '@muster/contracts';
import {
  join,
  many,
  maybeOne,
  none,
  noneAwaited,
  sql,
  type Db,
  type Statement,
  type TimeAndId,
} from '@muster/service-kit';
import { addToCostSums } from './cost-sums.ts';

export interface BookedCost extends CostEvent {
  readonly budgetLimitCents: number;
  readonly budgetSpentCents: number;
  readonly budgetStop: boolean;
}

type VoidField = 'voidsCostId' | 'voidReason' | 'voidedByCostId';

/** Whether the cost is a void, and whether it has one; an answer leaves out what is null. */
export type VoidColumns = { readonly [F in VoidField]: string | null };

export type StoredCost = Omit<BookedCost, VoidField> & VoidColumns;

/** What makes a cost event a void: the cost that it takes back, and the month of that cost. */
export interface VoidOf {
  /** The last one, where it takes several back. */
  readonly costId: string;
  readonly costs: number;
  readonly month: string;
  readonly reason: string;
}

export type NewCost = Omit<BookedCost, VoidField>;

export interface Booking extends NewCost {
  /** Sums of the cost's month, including this cost. */
  readonly agentSpentCents: number;
  readonly companySpentCents: number;
}

const publicColumns = sql`
  id, event_id, company_id, month, agent_id, cost_cents, price_status, provider, model,
  occurred_at, input_tokens, output_tokens, cached_input_tokens, issue_id, project_id, goal_id,
  run_id, billing_code, created_at, price_date::text as price_date`;
const columns = sql`
  ${publicColumns}, budget_limit_cents, budget_spent_cents, budget_stop`;
/** A report is answered without these, so that its repetition gets the same answer. */
const voidColumns = sql`voids_cost_id, void_reason, voided_by_cost_id`;

export const findCost = (
  db: Db,
  companyId: string,
  eventId: string,
): Promise<BookedCost | undefined> =>
  maybeOne<BookedCost>(
    db,
    sql`
    select ${columns} from cost_events where company_id = ${companyId} and event_id = ${eventId}`,
  );

/** A cost with what is known about its void. */
export const findCostById = (
  db: Db,
  companyId: string,
  id: string,
): Promise<StoredCost | undefined> =>
  maybeOne(
    db,
    sql`
    select ${columns}, ${voidColumns} from cost_events
    where company_id = ${companyId} and id = ${id}`,
  );

export const saveVoided = (
  db: Db,
  { companyId, eventId }: Pick<BookedCost, 'companyId' | 'eventId'>,
  voidedByCostId: string,
): Promise<void> =>
  none(
    db,
    sql`
    update cost_events set voided_by_cost_id = ${voidedByCostId}
    where company_id = ${companyId} and event_id = ${eventId}`,
  );

/** Adds the booked cost to the month's sums of the agent and of the company. */
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
  ), company as (
    insert into company_months as m (company_id, month, spent_cents)
    select company_id, month, cost_cents from booked
    on conflict (company_id, month) do update
    set spent_cents = m.spent_cents + excluded.spent_cents
  )`;

/**
 * The same for a void, whose cost has made the rows: an insert would be checked with the negative
 * amounts, before it meets the rows that are there.
 */
const takenFromMonths = sql`
  agent as (
    update agent_months m
    set spent_cents = m.spent_cents + b.cost_cents, input_tokens = m.input_tokens + b.input_tokens,
      output_tokens = m.output_tokens + b.output_tokens,
      cached_input_tokens = m.cached_input_tokens + b.cached_input_tokens, events = m.events + 1
    from booked b where m.agent_id = b.agent_id and m.month = b.month
  ), company as (
    update company_months m set spent_cents = m.spent_cents + b.cost_cents
    from booked b where m.company_id = b.company_id and m.month = b.month
  )`;

/** Inserts a cost and adds it to all its sums. What was read under the lock of the books decides it. */
export const insertCost = (db: Db, cost: NewCost, voidOf: VoidOf | undefined): Promise<void> =>
  noneAwaited(
    db,
    sql`
    with booked as (
      insert into cost_events (
        id, event_id, company_id, month, agent_id, cost_cents, price_status, provider, model,
        occurred_at, input_tokens, output_tokens, cached_input_tokens, issue_id, project_id,
        goal_id, run_id, billing_code, created_at, budget_limit_cents, budget_spent_cents,
        budget_stop, voids_cost_id, void_reason, price_date, voided_costs
      )
      values (
        ${cost.id}, ${cost.eventId}, ${cost.companyId}, ${cost.month}, ${cost.agentId},
        ${cost.costCents}, ${cost.priceStatus}, ${cost.provider}, ${cost.model},
        ${cost.occurredAt}, ${cost.inputTokens}, ${cost.outputTokens}, ${cost.cachedInputTokens},
        ${cost.issueId}, ${cost.projectId}, ${cost.goalId}, ${cost.runId}, ${cost.billingCode},
        ${cost.createdAt}, ${cost.budgetLimitCents}, ${cost.budgetSpentCents}, ${cost.budgetStop},
        ${voidOf?.costId ?? null}, ${voidOf?.reason ?? null}, ${cost.priceDate ?? null}::date,
        ${voidOf?.costs ?? 1}
      )
      returning company_id, month, agent_id, occurred_at, issue_id, project_id, provider, model,
        price_status, cost_cents, input_tokens, cached_input_tokens, output_tokens, voids_cost_id,
        voided_costs
    ), ${voidOf ? takenFromMonths : addedToMonths}
    ${addToCostSums}`,
  );

export interface CostEventQuery {
  readonly companyId: string;
  readonly order: 'newest first' | 'oldest first';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly agentId?: string | undefined;
  readonly issueId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly runId?: string | undefined;
  /** Time and id of the last entry of the previous page. */
  readonly after: TimeAndId | undefined;
  readonly limit: number;
}

export type ListedCost = Omit<CostEvent, VoidField> & VoidColumns;

export const listCostEvents = (db: Db, query: CostEventQuery): Promise<ListedCost[]> => {
  const direction = query.order === 'newest first' ? sql`desc` : sql`asc`;
  return many<ListedCost>(
    db,
    sql`
    select ${publicColumns}, ${voidColumns} from cost_events
    where ${join(conditionsOf(query), ' and ')}
    order by occurred_at ${direction}, id ${direction} limit ${query.limit}`,
  );
};

/** Contains only the given filters, so that each combination is planned with its index. */
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
