/**
 * Withdraws the override request of a budget that has room again without a decision of the board:
 * it was raised, or a new month has begun.
 */
import { billing, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { withdrawOverrides } from '../decisions/withdraw-overrides.ts';

export const withdrawOverrideOfRestoredBudget = reaction(
  billing,
  ['budget.restored'],
  async ({ companyId, payload: { agentId } }, context: Context<typeof approvals>) => {
    if (agentId) await withdrawOverrides(context, companyId, agentId);
  },
);
