/**
 * The budget has room again without the board having decided: it was raised, or a new month has
 * begun.
 */
import { billing, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { withdrawOverrides } from '../operations/withdraw-overrides.ts';

export const withdrawOverrideOfRestoredBudget = reaction(
  billing,
  ['budget.restored'],
  async ({ companyId, payload: { agentId } }, context: Context<typeof approvals>) => {
    if (agentId) await withdrawOverrides(context, companyId, agentId);
  },
);
