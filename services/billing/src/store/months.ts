/** Budgets by month, of agents and companies: read and marked under the lock of the books. */
import {
  many,
  NIL_UUID,
  noneAwaited,
  one,
  sql,
  type Db,
  type Statement,
} from '@muster/service-kit';
import type { BudgetAccount, Marks } from '../domain/budget.ts';
import { monthAt } from './companies.ts';

/** The zone in which a month begins first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

export interface MonthBudget extends BudgetAccount, Marks {}

export interface MonthBudgets {
  readonly month: string;
  readonly agent: MonthBudget;
  readonly company: MonthBudget;
  /** Whether the rows of the month exist. */
  readonly hasRows: boolean;
}

export interface MonthBudgetsRow {
  readonly month: string;
  readonly limitCents: number;
  readonly spentCents: number;
  readonly reservedCents: number;
  readonly warned: boolean;
  readonly exhausted: boolean;
  readonly companyLimitCents: number;
  readonly companySpentCents: number;
  readonly companyReservedCents: number;
  readonly companyWarned: boolean;
  readonly companyExhausted: boolean;
  readonly isOpen: boolean;
}

export const budgetColumns = sql`
  m.month, coalesce(a.budget_monthly_cents, 0) as limit_cents,
  coalesce(am.spent_cents, 0) as spent_cents,
  coalesce(am.reserved_cents, 0) as reserved_cents,
  am.warned_at is not null as warned, am.exhausted_at is not null as exhausted,
  c.budget_monthly_cents as company_limit_cents,
  coalesce(cm.spent_cents, 0) as company_spent_cents,
  coalesce(cm.reserved_cents, 0) as company_reserved_cents,
  cm.warned_at is not null as company_warned,
  cm.exhausted_at is not null as company_exhausted,
  am.month is not null and cm.month is not null as is_open`;

/** An agent's budget and its company's, in the month of a timestamp. */
export interface BudgetsOf {
  readonly companyId: string;
  readonly agentId: string | null;
  readonly at: string;
}

/** The company is called `c`, its month `m`, and the sums of that month `am` and `cm`. */
export const budgetSources = ({ agentId, at }: BudgetsOf): Statement => sql`
  companies c
  cross join lateral (select ${monthAt(sql`c.company_id`, at)} as month) m
  left join agents a on a.company_id = c.company_id and a.agent_id = ${agentId}
  left join agent_months am on am.agent_id = ${agentId} and am.month = m.month
    and am.company_id = c.company_id
  left join company_months cm on cm.company_id = c.company_id and cm.month = m.month`;

export const monthBudgetsOf = (row: MonthBudgetsRow): MonthBudgets => {
  const { month, isOpen, limitCents, spentCents, reservedCents, warned, exhausted } = row;
  return {
    month,
    hasRows: isOpen,
    agent: { limitCents, spentCents, reservedCents, warned, exhausted },
    company: {
      limitCents: row.companyLimitCents,
      spentCents: row.companySpentCents,
      reservedCents: row.companyReservedCents,
      warned: row.companyWarned,
      exhausted: row.companyExhausted,
    },
  };
};

export async function getMonthBudgets(db: Db, of: BudgetsOf): Promise<MonthBudgets> {
  const row = await one<MonthBudgetsRow>(
    db,
    sql`
    select ${budgetColumns} from ${budgetSources(of)} where c.company_id = ${of.companyId}`,
  );
  return monthBudgetsOf(row);
}

export interface BudgetKey {
  readonly companyId: string;
  /** null for the company's own budget. */
  readonly agentId: string | null;
  readonly month: string;
}

/** Saves what was announced of a budget in this month. */
export const saveMarks = (
  db: Db,
  { companyId, agentId, month }: BudgetKey,
  { warned, exhausted }: Marks,
): Promise<void> =>
  agentId === null
    ? noneAwaited(
        db,
        sql`
        insert into company_months as m (company_id, month, warned_at, exhausted_at)
        values (
          ${companyId}, ${month}, case when ${warned}::boolean then now() end,
          case when ${exhausted}::boolean then now() end
        )
        on conflict (company_id, month) do update
        set warned_at = case when ${warned}::boolean then coalesce(m.warned_at, now()) end,
          exhausted_at = case when ${exhausted}::boolean then coalesce(m.exhausted_at, now()) end`,
      )
    : noneAwaited(
        db,
        sql`
        insert into agent_months as m (agent_id, month, company_id, warned_at, exhausted_at)
        values (
          ${agentId}, ${month}, ${companyId}, case when ${warned}::boolean then now() end,
          case when ${exhausted}::boolean then now() end
        )
        on conflict (agent_id, month) do update
        set warned_at = case when ${warned}::boolean then coalesce(m.warned_at, now()) end,
          exhausted_at = case when ${exhausted}::boolean then coalesce(m.exhausted_at, now()) end`,
      );

/** A company with an exhausted budget of a month. */
export interface CompanyMonth {
  readonly companyId: string;
  readonly month: string;
}

/**
 * Companies with an exhausted budget of a month that is over for them, after one of them, in the order
 * of months and companies. A mark is not read before its month is over somewhere on Earth.
 */
export const listCompaniesWithPastMarks = (
  db: Db,
  now: string,
  after: CompanyMonth | undefined,
  limit: number,
): Promise<CompanyMonth[]> => {
  const marked = (table: Statement): Statement => sql`(
    select distinct m.month, m.company_id from ${table} m
    where m.exhausted_at is not null
      and m.month < to_char(${now}::timestamptz at time zone ${EARLIEST_ZONE}, 'YYYY-MM')
      and (m.month, m.company_id) > (${after?.month ?? ''}, ${after?.companyId ?? NIL_UUID}::uuid)
      and m.month < ${monthAt(sql`m.company_id`, now)}
    order by m.month, m.company_id limit ${limit}
  )`;
  return many(
    db,
    sql`
    select month, company_id from (
      ${marked(sql`agent_months`)} union ${marked(sql`company_months`)}
    ) marked
    order by month, company_id limit ${limit}`,
  );
};

/** Clears the company's marks of earlier months; returns whether there was one. */
export const clearCompanyMarkBefore = async (
  db: Db,
  companyId: string,
  month: string,
): Promise<boolean> => {
  const cleared = await many(
    db,
    sql`
    update company_months set exhausted_at = null
    where company_id = ${companyId} and month < ${month} and exhausted_at is not null
    returning month`,
  );
  return cleared.length > 0;
};

/** Clears at most so many marks of agents in earlier months; returns the agents that had one. */
export async function clearAgentMarksBefore(
  db: Db,
  { companyId, month }: Omit<BudgetKey, 'agentId'>,
  limit: number,
): Promise<{ readonly cleared: number; readonly agentIds: readonly string[] }> {
  const cleared = await many<{ agentId: string }>(
    db,
    sql`
    update agent_months set exhausted_at = null
    where company_id = ${companyId} and (agent_id, month) in (
      select agent_id, month from agent_months
      where company_id = ${companyId} and month < ${month} and exhausted_at is not null
      order by month, agent_id limit ${limit}
    )
    returning agent_id`,
  );
  const agentIds = [...new Set(cleared.map(({ agentId }) => agentId))].toSorted();
  return { cleared: cleared.length, agentIds };
}

/** The budgets of agents in a month, in the order of their ids. */
export const listMonthBudgets = (
  db: Db,
  companyId: string,
  month: string,
  agentIds: readonly string[],
): Promise<(MonthBudget & { readonly agentId: string })[]> =>
  many(
    db,
    sql`
    select listed.agent_id, coalesce(a.budget_monthly_cents, 0) as limit_cents,
      coalesce(am.spent_cents, 0) as spent_cents, coalesce(am.reserved_cents, 0) as reserved_cents,
      am.warned_at is not null as warned, am.exhausted_at is not null as exhausted
    from unnest(${agentIds}::uuid[]) as listed (agent_id)
    left join agents a on a.company_id = ${companyId} and a.agent_id = listed.agent_id
    left join agent_months am on am.agent_id = listed.agent_id and am.month = ${month}
      and am.company_id = ${companyId}
    order by listed.agent_id limit ${agentIds.length}`,
  );

export const findMonth = async (db: Db, companyId: string, at: string): Promise<string> =>
  (await one<{ month: string }>(db, sql`select ${monthAt(sql`${companyId}::uuid`, at)} as month`))
    .month;

export const findMonthBefore = async (db: Db, month: string): Promise<string> =>
  (
    await one<{ month: string }>(
      db,
      sql`
    select to_char((${month} || '-01')::date - interval '1 day', 'YYYY-MM') as month`,
    )
  ).month;
