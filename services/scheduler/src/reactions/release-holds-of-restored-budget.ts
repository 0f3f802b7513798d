import { billing, type scheduler } from '@muster/contracts';
import { applyInSteps, endBulkEffect, reaction } from '@muster/service-kit';
import { releaseHoldsOfCompany } from '../bulk-effects/release-holds-of-company.ts';
import { stopRunsOfSpentCompany } from '../bulk-effects/stop-runs-of-company.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { releaseBudgetHolds } from '../store/waits/holds.ts';

/** Agents that were refused a reservation get their runs at once. */
export const releaseHoldsOfRestoredBudget = reaction<
  typeof billing,
  'budget.restored',
  typeof scheduler,
  SchedulerParts
>(billing, ['budget.restored'], async ({ companyId, payload }, context) => {
  const { scope, agentId } = payload;
  if (scope === 'company') {
    const target = { companyId, subjectId: companyId };
    await endBulkEffect(context, stopRunsOfSpentCompany, target);
    return applyInSteps(context, releaseHoldsOfCompany, target);
  }
  if (!agentId) return;
  const released = await releaseBudgetHolds(context.db, companyId, agentId);
  await queueRuns(context, companyId, released);
});
