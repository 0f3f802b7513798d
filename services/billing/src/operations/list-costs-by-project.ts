import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { pageOfCosts } from '../pages/costs.ts';
import { listProjectCosts } from '../store/cost-lists.ts';

export const listCostsByProject: Handler<typeof billing, 'listCostsByProject'> = (query, context) =>
  pageOfCosts('costs-by-project', query, context, listProjectCosts);
