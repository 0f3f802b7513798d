import { billing, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { releaseBudgetHolds } from '../store/holds.ts';

/** Agents that were refused a reservation get their runs at once. */
export const releaseHoldsOfRestoredBudget = reaction<
  typeof billing,
  'budget.restored',
  typeof scheduler,
  SchedulerParts
>(billing, ['budget.restored'], async ({ companyId, payload }, context) => {
  const agentId = payload.scope === 'agent' ? payload.agentId : null;
  const released = await releaseBudgetHolds(context.db, companyId, agentId);
  await queueRuns(context, companyId, released);
});
