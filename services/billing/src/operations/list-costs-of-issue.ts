import { CURRENCY, PARTS_OF_ISSUE_MAX, Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findNameOfIssue, sumAgentsOfIssue, sumMonthsOfIssue } from '../store/costs-of-issue.ts';

const ONE_MORE = PARTS_OF_ISSUE_MAX + 1;

export const listCostsOfIssue: Handler<typeof billing, 'listCostsOfIssue'> = async (
  query,
  { db },
) => {
  const [issue, { total, months }, agents] = await Promise.all([
    findNameOfIssue(db, query),
    sumMonthsOfIssue(db, query, ONE_MORE),
    sumAgentsOfIssue(db, query, ONE_MORE),
  ]);
  if (!issue) throw new Refusal('issue_not_found');
  return {
    ...issue,
    currency: CURRENCY,
    ...total,
    byMonth: months.slice(0, PARTS_OF_ISSUE_MAX),
    byAgent: agents.slice(0, PARTS_OF_ISSUE_MAX),
    more: months.length > PARTS_OF_ISSUE_MAX || agents.length > PARTS_OF_ISSUE_MAX,
  };
};
