import { approvals } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveAskedApproval } from '../store/left/asked-approvals.ts';

/** The decision wakes the agent that has asked: until then nothing else has to. */
export const keepAskedApprovals = reaction(
  approvals,
  [
    'approval.created',
    'approval.linked',
    'approval.unlinked',
    'approval.revision_requested',
    'approval.resubmitted',
    'approval.approved',
    'approval.rejected',
    'approval.cancelled',
  ],
  async ({ companyId, payload, occurredAt }, { db }) => {
    const { approvalId, requestedByAgentId, issueIds, status } = payload;
    if (requestedByAgentId === null) return;
    await saveAskedApproval(db, {
      companyId,
      approvalId,
      agentId: requestedByAgentId,
      issueIds,
      isPending: status === 'pending',
      changedAt: occurredAt,
    });
  },
);
