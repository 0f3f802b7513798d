import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { pageOfCostEvents } from '../pages/cost-events.ts';

export const listCosts: Handler<typeof billing, 'listCosts'> = (query, context) =>
  pageOfCostEvents('costs', 'newest first', query, context);
