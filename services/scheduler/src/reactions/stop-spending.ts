import { billing, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { stopLiveRuns } from '../jobs/end-runs.ts';

/** Spent is spent: the agent of that budget, or everybody of that company, stops in mid-work. */
export const stopSpending = reaction<typeof billing, 'budget.exhausted', typeof scheduler>(
  billing,
  ['budget.exhausted'],
  async ({ companyId, payload }, context) => {
    const agentId = payload.scope === 'agent' ? payload.agentId : null;
    if (payload.scope === 'agent' && !agentId) return;
    await stopLiveRuns(context, companyId, agentId, {
      errorCode: 'budget', error: `The budget of the ${payload.scope} is spent`,
    });
  },
);
