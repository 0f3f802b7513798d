/** What a company has spent in a month: its budget and all its sums, by one statement. */
import { maybeOne, sql, type Db } from '@muster/service-kit';
import { monthAt } from './companies.ts';
import type { Sums } from './cost-sums.ts';

export interface MonthSummary {
  readonly month: string;
  readonly limitCents: number;
  readonly spentCents: number;
  readonly reservedCents: number;
  readonly sums: Sums;
}

export async function findMonthSummary(
  db: Db,
  companyId: string,
  { month: asked, now }: { readonly month?: string | undefined; readonly now: string },
): Promise<MonthSummary | undefined> {
  const monthOf = asked === undefined ? monthAt(sql`c.company_id`, now) : sql`${asked}::text`;
  const row = await maybeOne<Omit<MonthSummary, 'sums'> & Sums>(
    db,
    sql`
    select m.month, c.budget_monthly_cents as limit_cents,
      coalesce(cm.spent_cents, 0) as spent_cents,
      coalesce(cm.reserved_cents, 0) as reserved_cents, coalesce(s.cost_cents, 0) as cost_cents,
      coalesce(s.unknown_cents, 0) as unknown_cents,
      coalesce(s.estimated_cents, 0) as estimated_cents,
      coalesce(s.unknown_events, 0) as unknown_events,
      coalesce(s.input_tokens, 0) as input_tokens,
      coalesce(s.cached_input_tokens, 0) as cached_input_tokens,
      coalesce(s.output_tokens, 0) as output_tokens, coalesce(s.events, 0) as events
    from companies c
    cross join lateral (select ${monthOf} as month) m
    left join company_months cm on cm.company_id = c.company_id and cm.month = m.month
    left join cost_sums s on s.company_id = c.company_id and s.dimension = 'all'
      and s.grain = 'month' and s.starts_on = (m.month || '-01')::date and s.key = ''
    where c.company_id = ${companyId}`,
  );
  if (!row) return undefined;
  const { month, limitCents, spentCents, reservedCents, ...sums } = row;
  return { month, limitCents, spentCents, reservedCents, sums };
}
