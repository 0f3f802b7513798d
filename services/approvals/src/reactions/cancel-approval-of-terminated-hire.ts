/** Nobody waits any more: the hire's agent was terminated before the board decided. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { approvalMoves, isOpen } from '../domain/approval-machine.ts';
import { sayingOf } from '../domain/approval.ts';
import { lockApprovalOfHire, saveApproval } from '../store/approvals.ts';

export const cancelApprovalOfTerminatedHire = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload }, { db, say }: Context<typeof approvals>) => {
    const approval = await lockApprovalOfHire(db, companyId, payload.agentId);
    // A rejected hire ends its agent: then the decision is made already and stays.
    if (!approval || !isOpen(approval.status)) return;
    const { to, says } = approvalMoves.cancel;
    const cancelled = await saveApproval(db, approval, {
      status: to, decisionNote: approval.decisionNote,
    });
    say(says, sayingOf(cancelled));
  },
);
