/** Whether a wait may begin, and who may end it. */
import { type OnDeadline, Refusal, type RefusalCode, WAITS_MAX } from '@muster/contracts';
import { refusalOfCancelling } from '../issue-cancellation.ts';
import { isFinal } from '../issue-machine.ts';
import { refusalOfMove } from '../issue-policy.ts';
import type { IssueState } from '../issue-state.ts';
import { type PolicyFacts, relationOf } from '../policy-facts.ts';

export interface AskedWait {
  readonly until?: string | undefined;
  readonly after?: number | undefined;
  readonly signal: boolean;
  readonly key?: string | undefined;
  readonly onDeadline: OnDeadline;
}

/** The agent that is to wait: the caller, for the board the assignee. */
export function decideWait(
  issue: IssueState,
  facts: PolicyFacts,
  asked: AskedWait,
  openWaits: number,
): string {
  const { until, after, signal, key, onDeadline } = asked;
  if (until !== undefined && after !== undefined) {
    throw new Refusal('wait_without_end', { field: 'after' });
  }
  if (until === undefined && after === undefined && !signal && key === undefined) {
    throw new Refusal('wait_without_end', { field: 'until' });
  }
  if (facts.companyStatus === 'archived') throw new Refusal('company_archived');
  const { id: issueId, status, assigneeAgentId } = issue;
  if (isFinal(status)) throw new Refusal('illegal_transition', { issueId, status }, HINT_OF_ENDED);
  const unable = refusalOfPlan(issue, facts, onDeadline);
  if (unable) throw new Refusal(unable, { issueId, status, assigneeAgentId });
  const agentId = facts.callerAgentId ?? assigneeAgentId;
  if (agentId === null) throw new Refusal('assignee_required', {}, HINT_OF_NOBODY);
  if (openWaits >= WAITS_MAX) throw new Refusal('too_many_waits', { max: WAITS_MAX });
  return agentId;
}

const HINT_OF_ENDED = 'the issue has ended: nothing is left to wait for';
const HINT_OF_NOBODY = 'an agent waits: assign the issue to one first';

/** A deadline that moves the issue is planned by whoever could move it; whether it still may is asked then. */
const refusalOfPlan = (
  issue: IssueState,
  facts: PolicyFacts,
  onDeadline: OnDeadline,
): RefusalCode | undefined => {
  if (onDeadline === 'cancel') return refusalOfCancelling(issue, facts);
  return onDeadline === 'block' && relationOf(issue, facts) === 'other'
    ? 'not_the_owner'
    : undefined;
};

const statusAt = { block: 'blocked', cancel: 'cancelled' } as const;

/**
 * The status that the deadline gives the issue; `facts` are those of whoever made the wait. Nothing where it
 * wakes the agent: as it says, or because the move is not possible, or not theirs, any more.
 */
export const statusAtDeadline = (
  issue: IssueState,
  facts: PolicyFacts,
  onDeadline: OnDeadline,
): 'blocked' | 'cancelled' | undefined => {
  if (onDeadline === 'wake' || facts.companyStatus === 'archived') return undefined;
  const to = statusAt[onDeadline];
  return refusalOfMove(issue, to, facts) === undefined ? to : undefined;
};
