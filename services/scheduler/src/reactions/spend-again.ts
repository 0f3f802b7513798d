import { billing, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { queueRuns } from '../jobs/queue-runs.ts';
import { releaseBudgetHolds } from '../store/holds.ts';

/** Room again: who was refused a reservation is not kept waiting. */
export const spendAgain = reaction<typeof billing, 'budget.restored', typeof scheduler>(
  billing,
  ['budget.restored'],
  async ({ companyId, payload }, context) => {
    const agentId = payload.scope === 'agent' ? payload.agentId : null;
    const released = await releaseBudgetHolds(context.db, companyId, agentId);
    await queueRuns(context, companyId, released);
  },
);
