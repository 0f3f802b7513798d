/** What a booking rests on, read by one statement under the lock of the books. */
import { one, sql, type Db, type Statement } from '@muster/service-kit';
import { monthAt } from './companies.ts';
import {
  budgetColumns,
  budgetSources,
  monthBudgetsOf,
  type BudgetsOf,
  type MonthBudgets,
  type MonthBudgetsRow,
} from './months.ts';

export interface Books {
  /** Of the month of now, whose limits apply. */
  readonly budgets: MonthBudgets;
  /** Whether the company has the agent. */
  readonly hasAgent: boolean;
  /** The month of the cost, and what was spent in it before. */
  readonly month: string;
  readonly agentSpentCents: number;
  readonly companySpentCents: number;
  /** The time of the transaction by the clock of the database. */
  readonly bookedAt: string;
}

export interface BooksOf extends BudgetsOf {
  readonly agentId: string;
  readonly occurredAt: string;
  /** The month of the cost, if it does not follow from the time at which it occurred. */
  readonly month?: string | undefined;
}

interface BooksRow extends MonthBudgetsRow, Omit<Books, 'budgets' | 'month' | 'companySpentCents'> {
  readonly costMonth: string;
  readonly allSpentCents: number;
}

export async function getBooks(db: Db, of: BooksOf): Promise<Books> {
  const { columns, sources } = sumsOfCost(of);
  const row = await one<BooksRow>(
    db,
    sql`
    select ${budgetColumns}, ${columns}, a.agent_id is not null as has_agent,
      now()::timestamptz(3) as booked_at
    from ${budgetSources(of)} ${sources}
    where c.company_id = ${of.companyId}`,
  );
  const { hasAgent, costMonth: month, agentSpentCents, allSpentCents, bookedAt } = row;
  const companySpentCents = allSpentCents;
  const budgets = monthBudgetsOf(row);
  return { budgets, hasAgent, month, agentSpentCents, companySpentCents, bookedAt };
}

interface SumsOfCost {
  readonly columns: Statement;
  readonly sources: Statement;
}

/** Of the month of the cost; a cost that occurs now is in the month of the budgets. */
function sumsOfCost({ agentId, at, occurredAt, month }: BooksOf): SumsOfCost {
  if (month === undefined && occurredAt === at) {
    const columns = sql`
      m.month as cost_month, coalesce(am.spent_cents, 0) as agent_spent_cents,
      coalesce(cm.spent_cents, 0) as all_spent_cents`;
    return { columns, sources: sql`` };
  }
  const costMonth = month === undefined ? monthAt(sql`c.company_id`, occurredAt) : sql`${month}`;
  return {
    columns: sql`
      cost.month as cost_month, coalesce(cost_am.spent_cents, 0) as agent_spent_cents,
      coalesce(cost_cm.spent_cents, 0) as all_spent_cents`,
    sources: sql`
      cross join lateral (select ${costMonth}::text as month) cost
      left join agent_months cost_am on cost_am.agent_id = ${agentId}
        and cost_am.month = cost.month and cost_am.company_id = c.company_id
      left join company_months cost_cm on cost_cm.company_id = c.company_id
        and cost_cm.month = cost.month`,
  };
}
