import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listProjectCosts } from '../store/cost-lists.ts';
import { pageOfCosts } from './page-of-costs.ts';

export const listCostsByProject: Handler<typeof billing, 'listCostsByProject'> = (query, context) =>
  pageOfCosts('costs-by-project', query, context, listProjectCosts);
