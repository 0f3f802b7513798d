import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { pageOfCosts } from '../pages/costs.ts';
import { listModelCosts } from '../store/cost-lists.ts';

export const listCostsByModel: Handler<typeof billing, 'listCostsByModel'> = (query, context) =>
  pageOfCosts('costs-by-model', query, context, listModelCosts);
