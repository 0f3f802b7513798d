/** The agent of the hire was terminated before the board decided, so nothing is left to decide. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { cancelUndecided } from '../decisions/cancel-undecided.ts';
import { isOpen } from '../domain/approval-machine.ts';
import { lockApprovalOfHire } from '../store/approvals.ts';

export const cancelApprovalOfTerminatedHire = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload }, context: Context<typeof approvals>) => {
    const approval = await lockApprovalOfHire(context.db, companyId, payload.agentId);
    // Rejecting a hire also terminates its agent: then the approval is decided and stays so.
    if (approval && isOpen(approval.status)) await cancelUndecided(context, approval);
  },
);
