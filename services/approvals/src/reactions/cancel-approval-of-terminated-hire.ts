/** The agent of the hire was terminated before the board decided, so nothing is left to decide. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { approvalMoves, isOpen } from '../domain/approval-machine.ts';
import { approvalEvent } from '../events.ts';
import { lockApprovalOfHire, saveApproval } from '../store/approvals.ts';

export const cancelApprovalOfTerminatedHire = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload }, { db, emit }: Context<typeof approvals>) => {
    const approval = await lockApprovalOfHire(db, companyId, payload.agentId);
    // Rejecting a hire also terminates its agent: then the approval is decided and stays so.
    if (!approval || !isOpen(approval.status)) return;
    const { cancel } = approvalMoves;
    const cancelled = await saveApproval(db, approval, {
      status: cancel.to,
      decisionNote: approval.decisionNote,
    });
    emit(cancel.emits, approvalEvent(cancelled));
  },
);
