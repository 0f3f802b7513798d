/**
 * Who may cancel an issue. An agent may cancel unassigned issues, its own issues that it or its team
 * assigned, and issues of its reports. Cancelling an issue assigned from outside the team takes a
 * manager, and giving the issue away does not change that: an assignment by a caller without the
 * right to cancel leaves the assignment before it binding, until a caller who may cancel the issue
 * assigns it anew.
 */
import type { RefusalCode } from '@muster/contracts';
import { isAssigned } from './assignment.ts';
import type { BindingAssignment, IssueState } from './issue-state.ts';
import { type PolicyFacts, relationOf } from './policy-facts.ts';

export const unbound: BindingAssignment = {
  boundAgentId: null,
  boundByAgentId: null,
  boundByUserId: null,
};

export function refusalOfCancelling(
  issue: IssueState,
  facts: PolicyFacts,
): RefusalCode | undefined {
  if (facts.callerAgentId === null) return undefined;
  const refusal = refusalByLastAssignment(issue, facts);
  if (refusal) return refusal;
  // What its manager assigns to an agent is the agent's to cancel, though the manager stays bound.
  const hasItFromManager = relationOf(issue, facts) === 'owner' && facts.assignerManagesCaller;
  return hasItFromManager || !isHeld(issue, facts) ? undefined : 'cancel_needs_manager';
}

/** The binding assignment after the caller has assigned, unassigned or released the issue. */
export function bindingAfter(issue: IssueState, facts: PolicyFacts): BindingAssignment {
  if (facts.callerAgentId === null) return unbound;
  if (isHeld(issue, facts)) {
    const { boundAgentId, boundByAgentId, boundByUserId } = issue;
    return { boundAgentId, boundByAgentId, boundByUserId };
  }
  if (refusalByLastAssignment(issue, facts) === undefined) return unbound;
  return {
    boundAgentId: issue.assigneeAgentId,
    boundByAgentId: issue.assignedByAgentId,
    boundByUserId: issue.assignedByUserId,
  };
}

function refusalByLastAssignment(issue: IssueState, facts: PolicyFacts): RefusalCode | undefined {
  switch (relationOf(issue, facts)) {
    case 'board':
    case 'manager':
      return undefined;
    case 'owner':
      return facts.assignerIsInTeam ? undefined : 'cancel_needs_manager';
    default:
      return isAssigned(issue) ? 'not_the_owner' : undefined;
  }
}

/** Whether the binding assignment is from outside the caller's team and not that of its report. */
const isHeld = (
  { boundAgentId, boundByAgentId, boundByUserId }: BindingAssignment,
  { bindingIsOfTeam }: PolicyFacts,
): boolean => (boundAgentId ?? boundByAgentId ?? boundByUserId) !== null && !bindingIsOfTeam;
