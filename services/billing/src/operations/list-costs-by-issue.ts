import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { pageOfCosts } from '../pages/costs.ts';
import { listIssueCosts } from '../store/cost-lists.ts';

export const listCostsByIssue: Handler<typeof billing, 'listCostsByIssue'> = (query, context) =>
  pageOfCosts('costs-by-issue', query, context, listIssueCosts);
