/**
 * Why a claim changed nothing. The claim itself is one conditional statement (`store/claim.ts`);
 * this explains its refusal from what was read right after, in the order in which a client wants
 * to know: what is absent, what is mine already, who has it, where it stands, and only then what
 * holds me back.
 */
import { Refusal, type IssueStatus } from '@muster/contracts';
import { claimableStatuses, isFinal } from './issue-machine.ts';
import { refusalOfWork } from './issue-policy.ts';
import type { IssueState, Standing } from './standing.ts';

export interface Claim {
  readonly agentId: string;
  readonly expectedStatuses: readonly IssueStatus[];
}

/** Told to whoever came second. */
export const conflictOf = (issue: IssueState): Refusal =>
  new Refusal('issue_owned_by_another_agent', {
    issueId: issue.id,
    status: issue.status,
    assigneeAgentId: issue.assigneeAgentId,
    checkoutRunId: issue.checkoutRunId,
  });

/**
 * `mine`: the agent has it in progress already. `changed`: nothing stands in the way, so the issue
 * changed between the claim and the look, and the claim is worth another try.
 */
export function explainClaim(
  issue: IssueState,
  { agentId, expectedStatuses }: Claim,
  by: Standing,
): 'mine' | 'changed' | Refusal {
  const { status, assigneeAgentId, assigneeUserId } = issue;
  if (by.callerAgentId !== null && by.callerAgentId !== agentId) {
    return new Refusal('acting_as_another_agent');
  }
  if (by.agentStatus === undefined) return new Refusal('agent_not_found', { field: 'agentId' });
  if (status === 'in_progress' && assigneeAgentId === agentId) return 'mine';
  if (by.companyStatus === 'archived') return new Refusal('company_archived');
  const isFree = assigneeUserId === null && (assigneeAgentId ?? agentId) === agentId;
  if (!isFree && !isFinal(status)) return conflictOf(issue);
  if (!expectedStatuses.includes(status)) {
    return new Refusal('unexpected_status', { issueId: issue.id, status, expectedStatuses });
  }
  if (!claimableStatuses.includes(status)) {
    return new Refusal('illegal_transition', { from: status, to: 'in_progress' });
  }
  const code = refusalOfWork({ assigneeAgentId: agentId, assigneeUserId: null }, by);
  return code ? new Refusal(code) : 'changed';
}
