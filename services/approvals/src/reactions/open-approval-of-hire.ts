/** Opens the approval of a waiting hire, under the id that the event names. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { redactPayload } from '../domain/approval.ts';
import { approvalEvent } from '../events.ts';
import { insertApproval } from '../store/approvals.ts';

export const openApprovalOfHire = reaction(
  agents,
  ['agent.hire_requested'],
  async ({ companyId, actorName, payload: hire }, { db, emit }: Context<typeof approvals>) => {
    const opened = await insertApproval(db, {
      id: hire.approvalId,
      companyId,
      type: 'hire_agent',
      requestedByAgentId: hire.requestedByAgentId,
      requestedByUserId: hire.requestedByUserId,
      requestedByName: actorName,
      agentId: hire.agentId,
      payload: redactPayload(hire.hire),
      issueIds: hire.sourceIssueIds,
    });
    if (opened) emit('approval.created', approvalEvent(opened));
  },
);
