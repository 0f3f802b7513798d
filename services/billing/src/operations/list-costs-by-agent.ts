import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { pageOfCosts } from '../pages/costs.ts';
import { listAgentCosts } from '../store/cost-lists.ts';

export const listCostsByAgent: Handler<typeof billing, 'listCostsByAgent'> = (query, context) =>
  pageOfCosts('costs-by-agent', query, context, listAgentCosts);
