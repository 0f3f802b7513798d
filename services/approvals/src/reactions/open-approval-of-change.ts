/** Opens the approval of a change of an agent, under the id that the event names. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { redactPayload } from '../domain/approval.ts';
import { approvalEvent } from '../events.ts';
import { insertApproval } from '../store/approvals.ts';

export const openApprovalOfChange = reaction(
  agents,
  ['agent_change.requested'],
  async ({ companyId, actorName, payload: asked }, { db, emit }: Context<typeof approvals>) => {
    const { agentId, patch, changes, issueIds } = asked;
    const opened = await insertApproval(db, {
      id: asked.approvalId,
      companyId,
      type: 'change_agent',
      requestedByAgentId: asked.requestedByAgentId,
      requestedByUserId: asked.requestedByUserId,
      requestedByName: actorName,
      changeOfAgentId: agentId,
      payload: redactPayload({ agentId, patch }),
      changes,
      issueIds,
      createdAt: asked.requestedAt,
    });
    if (opened) emit('approval.created', approvalEvent(opened));
  },
);
