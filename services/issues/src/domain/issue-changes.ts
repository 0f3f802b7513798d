/** Creating and updating an issue as decisions: state, request and facts in, the new state out. */
import { Refusal, type IssueStatus } from '@muster/contracts';
import { type Assignee, assigneeAfter, assignerOf } from './assignment.ts';
import type { Author } from './author.ts';
import { refusalOfBlocked } from './blockers.ts';
import { bindingAfter } from './issue-cancellation.ts';
import { changesBetween, type FieldChange, fieldsAfter, type IssuePatch } from './issue-fields.ts';
import { detailsOfHold, refusalOfHeld, showHold, type Waits } from './holds/held.ts';
import { isFinal } from './issue-machine.ts';
import {
  allowedTransitions,
  refusalOfAssigning,
  refusalOfHandOver,
  refusalOfMove,
  refusalOfWork,
} from './issue-policy.ts';
import type { IssueState } from './issue-state.ts';
import type { FactsOfNewIssue, PolicyFacts } from './policy-facts.ts';
import { reviewNotYours } from './reviewing/verdict-right.ts';

export interface UpdateDecision {
  readonly next: IssueState;
  /** What changed besides the assignee. */
  readonly changes: Readonly<Record<string, FieldChange>>;
  readonly reassigned: boolean;
}

export function decideUpdate(
  issue: IssueState,
  patch: IssuePatch,
  facts: PolicyFacts,
  author: Author,
  now: string,
): UpdateDecision {
  if (facts.companyStatus === 'archived') throw new Refusal('company_archived');
  const assignee = assigneeAfter(issue, patch);
  const reassigned =
    assignee.assigneeAgentId !== issue.assigneeAgentId ||
    assignee.assigneeUserId !== issue.assigneeUserId;
  if (reassigned && assignee.assigneeAgentId !== null) requireAssignable(facts);
  const status = patch.status ?? issue.status;
  if (status !== issue.status) requireMove(issue, status, facts, assignee);
  else if (reassigned && status === 'in_progress') requireHandOver(issue, assignee, facts);
  const next: IssueState = {
    ...issue,
    ...fieldsAfter(issue, patch),
    ...assignee,
    ...(reassigned ? assignmentFields(issue, assignee, facts, author) : {}),
    ...(status === issue.status ? {} : statusFields(issue, status, assignee, author, now)),
  };
  return { next, changes: changesBetween(issue, next), reassigned };
}

/** The fields that follow from a new assignee. */
const assignmentFields = (
  issue: IssueState,
  assignee: Assignee,
  facts: PolicyFacts,
  author: Author,
) => ({
  ...assignerOf(assignee, author),
  ...bindingAfter(issue, facts),
  checkoutRunId: null,
  leftInProgress: 0,
});

type StatusFields = Pick<
  IssueState,
  | 'status'
  | 'startedAt'
  | 'completedAt'
  | 'cancelledAt'
  | 'endedByAgentId'
  | 'checkoutRunId'
  | 'leftInProgress'
>;

/** A new issue may have any status; the rules of that status apply. */
export function requireCreatable(
  status: IssueStatus,
  assignee: Assignee,
  facts: FactsOfNewIssue,
): void {
  if (facts.companyStatus === 'archived') throw new Refusal('company_archived');
  if (assignee.assigneeAgentId !== null) requireAssignable(facts);
  const code = status === 'in_progress' ? refusalOfWork(assignee, facts) : undefined;
  if (code) throw new Refusal(code);
}

/** What a new issue waits for is known once its links have been read. */
export function requireStartable(
  status: IssueStatus,
  callerAgentId: string | null,
  { openBlockers, hold }: Waits,
): void {
  if (status !== 'in_progress') return;
  const blocked = refusalOfBlocked({ callerAgentId, openBlockers });
  if (blocked) throw new Refusal(blocked, { blockers: openBlockers });
  const held = refusalOfHeld({ hold });
  if (held) throw new Refusal(held, { hold: showHold(hold) });
}

/** The fields of a new issue that follow from its status. */
export const decideCreation = (
  status: IssueStatus,
  assignee: Assignee,
  author: Author,
  now: string,
): StatusFields => statusFields({ startedAt: null }, status, assignee, author, now);

/** The fields that follow from entering a status. The first start is kept. */
function statusFields(
  { startedAt }: Pick<IssueState, 'startedAt'>,
  status: IssueStatus,
  { assigneeAgentId }: Pick<IssueState, 'assigneeAgentId'>,
  author: Author,
  now: string,
): StatusFields {
  const isStart = status === 'in_progress';
  return {
    status,
    startedAt: isStart ? (startedAt ?? now) : startedAt,
    completedAt: status === 'done' ? now : null,
    cancelledAt: status === 'cancelled' ? now : null,
    endedByAgentId: isFinal(status) ? author.agentId : null,
    leftInProgress: 0,
    checkoutRunId: isStart && assigneeAgentId === author.agentId ? author.runId : null,
  };
}

function requireAssignable(facts: FactsOfNewIssue): void {
  const code = refusalOfAssigning(facts);
  if (code) throw new Refusal(code, { field: 'assigneeAgentId' });
}

function requireHandOver(issue: IssueState, next: Assignee, facts: PolicyFacts): void {
  const code = refusalOfHandOver(issue, next, facts);
  if (!code) return;
  const { id: issueId, status, assigneeAgentId } = issue;
  throw new Refusal(code, { issueId, status, assigneeAgentId });
}

function requireMove(issue: IssueState, to: IssueStatus, facts: PolicyFacts, next: Assignee): void {
  const code = refusalOfMove(issue, to, facts, next);
  if (!code) return;
  if (code === 'review_not_yours') throw reviewNotYours(issue, facts);
  const { id: issueId, status, assigneeAgentId } = issue;
  const details =
    code === 'illegal_transition'
      ? { from: status, to, allowed: allowedTransitions(issue, facts) }
      : code === 'issue_blocked'
        ? { issueId, status, blockers: facts.openBlockers }
        : code === 'issue_held'
          ? detailsOfHold(issue, facts.hold)
          : { issueId, status, assigneeAgentId };
  const hasEnded = code === 'illegal_transition' && isFinal(issue.status);
  throw new Refusal(code, details, hasEnded ? HINT_OF_ENDED : undefined);
}

const HINT_OF_ENDED =
  'the issue has ended: what is left to do is a new one, POST /api/companies/:companyId/issues, and a ' +
  'comment on this one can name it; or POST /api/issues/:issueId/reopen takes it back to todo, for the ' +
  'board, or for the agent that has ended it';
