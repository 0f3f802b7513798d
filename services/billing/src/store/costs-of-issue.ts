/** What one issue has cost: from the sums of its months, and by agent from its newest costs. */
import { COSTS_OF_ISSUE_MAX, type CostsOfIssue } from '@muster/contracts';
import { many, maybeOne, sql, type Db } from '@muster/service-kit';
import { namesOf } from './cost-names.ts';
import { amounts, amountsOfCost, keys, totals, type Sums } from './cost-sums.ts';

export interface IssueRef {
  readonly companyId: string;
  readonly issueId: string;
}

type NameOfIssue = Pick<CostsOfIssue, 'issueId' | 'issueIdentifier' | 'issueTitle'>;

export const findNameOfIssue = (
  db: Db,
  { companyId, issueId }: IssueRef,
): Promise<NameOfIssue | undefined> =>
  maybeOne(
    db,
    sql`
    select issue_id, identifier as issue_identifier, title as issue_title from issues
    where company_id = ${companyId} and issue_id = ${issueId}`,
  );

interface MonthSums extends Sums {
  readonly month: string;
}

interface IssueMonths {
  readonly total: Sums;
  readonly months: MonthSums[];
}

/** The sums of each month of the company, of which the total is made as well. */
export async function sumMonthsOfIssue(
  db: Db,
  { companyId, issueId }: IssueRef,
  limit: number,
): Promise<IssueMonths> {
  const [first, ...months] = await many<MonthSums>(
    db,
    sql`
    select month, ${totals}
    from (
      select m.month, ${amounts}
      from company_months m
      join cost_sums s on s.company_id = m.company_id and s.dimension = 'issue'
        and s.grain = 'month' and s.starts_on = (m.month || '-01')::date
        and s.key = ${issueId}::uuid::text
      where m.company_id = ${companyId}
    ) r
    group by grouping sets ((), (month))
    order by grouping(month) desc, month desc limit ${limit + 1}`,
  );
  // The empty grouping set has a row even where there is no cost.
  const { month: _, ...total } = first as MonthSums;
  return { total, months };
}

export const sumAgentsOfIssue = (
  db: Db,
  { companyId, issueId }: IssueRef,
  limit: number,
): Promise<CostsOfIssue['byAgent']> => {
  const { named, names } = namesOf.agent(companyId);
  return many(
    db,
    sql`
    with s as (
      select key, ${totals}
      from (
        select ${keys.agent} as key, ${amountsOfCost} from cost_events
        where company_id = ${companyId} and issue_id = ${issueId}
        order by occurred_at desc, id desc limit ${COSTS_OF_ISSUE_MAX}
      ) r
      group by key order by 2 desc, key desc limit ${limit}
    )
    select ${named}, ${amounts} from s ${names} order by s.cost_cents desc, s.key desc
    limit ${limit}`,
  );
};
