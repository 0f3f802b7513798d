import type { billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { pageOfCostEvents } from '../pages/cost-events.ts';

export const exportCosts: Handler<typeof billing, 'exportCosts'> = (query, context) =>
  pageOfCostEvents('costs-export', 'oldest first', query, context);
