/**
 * Who may do what to an issue. Each rule returns the code of a refusal or nothing. The same rules
 * decide a request and list the transitions that a caller may make.
 */
import type { IssueStatus, RefusalCode } from '@muster/contracts';
import { isAssigned, type Assignee } from './assignment.ts';
import { refusalOfBlocked } from './blockers.ts';
import { refusalOfHeld } from './holds/held.ts';
import { refusalOfCancelling } from './issue-cancellation.ts';
import { allStatuses, isFinal, moveBetween } from './issue-machine.ts';
import type { IssueState } from './issue-state.ts';
import { type FactsOfNewIssue, type PolicyFacts, relationOf } from './policy-facts.ts';
import { refusalOfVerdict } from './reviewing/verdict-right.ts';

/** Work in progress needs an assignee that can work, an active company and an open gate. */
export const refusalOfWork = (next: Assignee, facts: FactsOfNewIssue): RefusalCode | undefined => {
  if (!isAssigned(next)) return 'assignee_required';
  if (next.assigneeAgentId !== null) {
    const unable = refusalOfAssigning(facts);
    if (unable) return unable;
    if (facts.agentStatus === 'paused') return 'agent_paused';
  }
  if (facts.companyStatus === 'paused') return 'company_paused';
  return isGated(next, facts) ? 'strategy_not_approved' : undefined;
};

/**
 * Before a strategy is approved, the CEO starts no work, and no agent starts work of the CEO. The board
 * may start it.
 */
const isGated = ({ assigneeAgentId }: Assignee, facts: FactsOfNewIssue): boolean =>
  !facts.strategyApproved &&
  (facts.callerIsCeo ||
    (facts.callerAgentId !== null && assigneeAgentId !== null && facts.agentIsCeo));

/** The start of work, which also waits for the issues that block it, and for the end of a hold. */
export const refusalOfStart = (next: Assignee, facts: PolicyFacts): RefusalCode | undefined =>
  refusalOfWork(next, facts) ?? refusalOfBlocked(facts) ?? refusalOfHeld(facts);

/** A paused agent may be assigned: the work waits for it. */
export const refusalOfAssigning = ({ agentStatus }: FactsOfNewIssue): RefusalCode | undefined => {
  if (agentStatus === undefined) return 'agent_not_found';
  const able = agentStatus !== 'pending_approval' && agentStatus !== 'terminated';
  return able ? undefined : 'agent_not_assignable';
};

/** A paused agent, and an agent of a paused company, moves nothing but the work that it has in hand. */
const refusalOfPaused = (issue: IssueState, facts: PolicyFacts): RefusalCode | undefined => {
  const relation = relationOf(issue, facts);
  if (relation === 'board' || relation === 'owner') return undefined;
  if (facts.callerIsPaused) return 'agent_paused';
  return facts.companyStatus === 'paused' ? 'company_paused' : undefined;
};

/** Only the owner, its managers and the board may move work in progress. */
const refusalOfForeignWork = (issue: IssueState, facts: PolicyFacts): RefusalCode | undefined =>
  issue.status === 'in_progress' && relationOf(issue, facts) === 'other'
    ? 'not_the_owner'
    : undefined;

/**
 * Work in progress is given to another assignee by the rules of a claim: the new assignee can work,
 * the company is active, and no agent puts work into the hands of a CEO whose gate is closed. Blockers
 * do not keep it with its assignee: they order the start, and it has started.
 */
export const refusalOfHandOver = (
  issue: IssueState,
  next: Assignee,
  facts: PolicyFacts,
): RefusalCode | undefined => refusalOfForeignWork(issue, facts) ?? refusalOfWork(next, facts);

/** For an update that moves the issue to a status; `next` is the assignee that it would have. */
export const refusalOfMove = (
  issue: IssueState,
  to: IssueStatus,
  facts: PolicyFacts,
  next: Assignee = issue,
): RefusalCode | undefined => {
  const move = moveBetween(issue.status, to, 'update', facts);
  if (!move) return 'illegal_transition';
  const paused = refusalOfPaused(issue, facts);
  if (paused) return paused;
  if (move === 'cancel') return refusalOfCancelling(issue, facts);
  return (
    refusalOfForeignWork(issue, facts) ??
    refusalOfVerdict(issue, to, facts) ??
    (move === 'start' ? refusalOfStart(next, facts) : undefined)
  );
};

/** The statuses to which the caller may move the issue now. */
export const allowedTransitions = (issue: IssueState, facts: PolicyFacts): IssueStatus[] =>
  facts.companyStatus === 'archived'
    ? []
    : allStatuses.filter((to) => refusalOfMove(issue, to, facts) === undefined);

/** `already`: an open issue that nobody has, which stays as it is. */
export const decideRelease = (
  issue: IssueState,
  facts: PolicyFacts,
): RefusalCode | 'already' | 'release' => {
  if (isFinal(issue.status)) return 'illegal_transition';
  if (!isAssigned(issue)) return 'already';
  if (facts.companyStatus === 'archived') return 'company_archived';
  const paused = refusalOfPaused(issue, facts);
  if (paused) return paused;
  if (relationOf(issue, facts) === 'other') return 'not_the_owner';
  return refusalOfVerdict(issue, 'todo', facts) ?? 'release';
};

export const hintOfRelease = (code: RefusalCode): string | undefined =>
  code === 'illegal_transition'
    ? 'the issue has ended: there is nothing to give back; what is left to do is a comment, ' +
      'POST /api/issues/:issueId/comments {"body":"…"}'
    : undefined;
