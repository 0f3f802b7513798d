import { billing, type scheduler } from '@muster/contracts';
import { applyInSteps, reaction } from '@muster/service-kit';
import { stopRunsOfSpentCompany } from '../bulk-effects/stop-runs-of-company.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { stopLiveRuns } from '../runs/end-runs.ts';

/** An exhausted budget stops its agent, or all agents of its company, at once. */
export const stopRunsOfSpentBudget = reaction<
  typeof billing,
  'budget.exhausted',
  typeof scheduler,
  SchedulerParts
>(billing, ['budget.exhausted'], async ({ companyId, payload }, context) => {
  const { scope, agentId } = payload;
  if (scope === 'company') {
    return applyInSteps(context, stopRunsOfSpentCompany, { companyId, subjectId: companyId });
  }
  if (!agentId) return;
  await stopLiveRuns(context, companyId, agentId, {
    errorCode: 'budget',
    error: 'The budget of the agent is spent',
  });
});
