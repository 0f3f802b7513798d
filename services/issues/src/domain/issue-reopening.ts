/**
 * An ended issue that is open again. The board reopens any; an agent what it has ended itself, for as many
 * days as its company allows.
 */
import { Refusal, type RefusalCode } from '@muster/contracts';
import { unassigned } from './assignment.ts';
import { bindingAfter } from './issue-cancellation.ts';
import type { UpdateDecision } from './issue-changes.ts';
import { changesBetween } from './issue-fields.ts';
import { isFinal, issueMoves } from './issue-machine.ts';
import { allowedTransitions } from './issue-policy.ts';
import type { IssueState } from './issue-state.ts';
import type { PolicyFacts } from './policy-facts.ts';

export interface TimeToReopen {
  /** Days that the company gives an agent. */
  readonly reopenDays: number;
  /** They are not over, by the clock of the database. */
  readonly isInTime: boolean;
}

/** A paused agent has nothing in hand that it could reopen. */
export const refusalOfReopening = (
  { status, endedByAgentId }: IssueState,
  { companyStatus, callerAgentId, callerIsPaused }: PolicyFacts,
  { isInTime }: TimeToReopen,
): RefusalCode | undefined => {
  if (companyStatus === 'archived') return 'company_archived';
  if (!isFinal(status)) return 'illegal_transition';
  if (callerAgentId === null) return undefined;
  if (callerIsPaused) return 'agent_paused';
  if (companyStatus === 'paused') return 'company_paused';
  return endedByAgentId === callerAgentId && isInTime ? undefined : 'reopen_needs_board';
};

export function requireReopenable(issue: IssueState, facts: PolicyFacts, time: TimeToReopen): void {
  const code = refusalOfReopening(issue, facts, time);
  if (!code) return;
  const { id: issueId, status, assigneeAgentId } = issue;
  if (code === 'illegal_transition') {
    const allowed = allowedTransitions(issue, facts);
    const hint =
      `only a done or cancelled issue is reopened, and this one is ${status}: a status of ` +
      'details.allowed is set by PATCH /api/issues/:issueId {"status":…}';
    throw new Refusal(code, { from: status, to: issueMoves.reopen.to, allowed }, hint);
  }
  const { reopenDays } = time;
  throw new Refusal(code, { issueId, status, assigneeAgentId, reopenDays });
}

/** The issue as it was, with its first start; `keepsAssignee`: the assignee can still be assigned work. */
export function decideReopening(
  issue: IssueState,
  facts: PolicyFacts,
  keepsAssignee: boolean,
): UpdateDecision {
  const next: IssueState = {
    ...issue,
    ...(keepsAssignee
      ? {}
      : {
          ...unassigned,
          assignedByAgentId: null,
          assignedByUserId: null,
          ...bindingAfter(issue, facts),
        }),
    status: issueMoves.reopen.to,
    completedAt: null,
    cancelledAt: null,
    endedByAgentId: null,
    checkoutRunId: null,
    leftInProgress: 0,
  };
  return { next, changes: changesBetween(issue, next), reassigned: !keepsAssignee };
}
