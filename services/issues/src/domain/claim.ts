/**
 * Why a claim changed nothing. The decision itself is the SQL statement in `store/claim.ts`; this
 * explains it from a read right after, and decides nothing. `test/claim-explanation.test.ts` holds
 * the two together over every combination of what they look at.
 *
 * The order of the checks is the order in which a client needs to know: what is absent, what it has
 * already, who has the issue, which status it has, and only then what prevents this agent.
 */
import { Refusal, type IssueStatus } from '@muster/contracts';
import { detailsOfHold } from './holds/held.ts';
import { claimableStatuses, isFinal } from './issue-machine.ts';
import { refusalOfStart } from './issue-policy.ts';
import type { IssueState } from './issue-state.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { refusalOfVerdict, reviewNotYours } from './reviewing/verdict-right.ts';

export interface Claim {
  readonly agentId: string;
  readonly expectedStatuses: readonly IssueStatus[];
}

/**
 * `already_claimed`: the agent has the issue in progress. `claimable`: nothing prevents the claim,
 * so the issue changed between the claim and the read, and the claim is worth another try.
 */
export function explainClaim(
  issue: IssueState,
  { agentId, expectedStatuses }: Claim,
  facts: PolicyFacts,
): 'already_claimed' | 'claimable' | Refusal {
  const { status, assigneeAgentId, assigneeUserId } = issue;
  if (facts.callerAgentId !== null && facts.callerAgentId !== agentId) {
    return new Refusal('acting_as_another_agent', {
      field: 'agentId',
      yourAgentId: facts.callerAgentId,
    });
  }
  if (facts.agentStatus === undefined) return new Refusal('agent_not_found', { field: 'agentId' });
  if (status === 'in_progress' && assigneeAgentId === agentId) return 'already_claimed';
  if (facts.companyStatus === 'archived') return new Refusal('company_archived');
  const isFree = assigneeUserId === null && (assigneeAgentId ?? agentId) === agentId;
  if (!isFree && !isFinal(status)) return ownedByAnotherAgent(issue);
  if (!expectedStatuses.includes(status)) {
    const details = { issueId: issue.id, status, expectedStatuses };
    return new Refusal('unexpected_status', details, hintFor(status));
  }
  if (!claimableStatuses.includes(status)) {
    return new Refusal('illegal_transition', { from: status, to: 'in_progress' }, hintFor(status));
  }
  if (refusalOfVerdict(issue, 'in_progress', facts)) return reviewNotYours(issue, facts);
  const code = refusalOfStart({ assigneeAgentId: agentId, assigneeUserId: null }, facts);
  if (code === 'issue_blocked') {
    return new Refusal(code, { issueId: issue.id, status, blockers: facts.openBlockers });
  }
  if (code === 'issue_held') return new Refusal(code, detailsOfHold(issue, facts.hold));
  return code ? new Refusal(code) : 'claimable';
}

const ownedByAnotherAgent = (issue: IssueState): Refusal =>
  new Refusal('issue_owned_by_another_agent', {
    issueId: issue.id,
    status: issue.status,
    assigneeAgentId: issue.assigneeAgentId,
    checkoutRunId: issue.checkoutRunId,
  });

/** A status that may be expected is not yet one in which an issue is claimed. */
function hintFor(status: IssueStatus): string | undefined {
  if (claimableStatuses.includes(status)) return undefined;
  if (isFinal(status)) return 'the issue has ended: pick another one, GET /api/agents/me/inbox';
  const first =
    status === 'backlog' ? 'PATCH /api/issues/:issueId {"status":"todo"}' : 'PATCH its status';
  return `an issue is claimed while it is ${claimableStatuses.join(', ')}: ${first} first`;
}
