/** A hire that waits is an approval that the board finds, under the id that the hire has named. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { masked, sayingOf } from '../domain/approval.ts';
import { insertApproval } from '../store/approvals.ts';

export const openApprovalOfHire = reaction(
  agents,
  ['agent.hire_requested'],
  async ({ companyId, payload: hire }, { db, say }: Context<typeof approvals>) => {
    const opened = await insertApproval(db, {
      id: hire.approvalId,
      companyId,
      type: 'hire_agent',
      requestedByAgentId: hire.requestedByAgentId,
      requestedByUserId: hire.requestedByUserId,
      agentId: hire.agentId,
      payload: masked(hire.hire),
      issueIds: hire.sourceIssueIds,
    });
    if (opened) say('approval.created', sayingOf(opened));
  },
);
