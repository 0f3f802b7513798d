import { billing, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { stopLiveRuns } from '../runs/end-runs.ts';

/** An exhausted budget stops its agent, or all agents of its company, at once. */
export const stopRunsOfSpentBudget = reaction<
  typeof billing,
  'budget.exhausted',
  typeof scheduler,
  SchedulerParts
>(billing, ['budget.exhausted'], async ({ companyId, payload }, context) => {
  const agentId = payload.scope === 'agent' ? payload.agentId : null;
  if (payload.scope === 'agent' && !agentId) return;
  await stopLiveRuns(context, companyId, agentId, {
    errorCode: 'budget',
    error: `The budget of the ${payload.scope} is spent`,
  });
});
