/**
 * Who may take an issue out of review, and end it: the one decision for updates, releases, creations and,
 * as the explanation of a statement, claims. `store/reviewing/claim-in-review.ts` has it as SQL.
 */
import { Refusal, type IssueStatus, type RefusalCode } from '@muster/contracts';
import type { IssueState } from '../issue-state.ts';
import { type ReviewRule, ruleOf } from './review-rule.ts';

export interface ReviewFacts {
  /** The calling agent; null for the board. */
  readonly callerAgentId: string | null;
  /** The calling board user; null for an agent. */
  readonly callerUserId: string | null;
  /** The board user is an owner of the company, or an instance admin. */
  readonly callerIsOwner: boolean;
  /** What counts where the issue has no policy of its own. */
  readonly inheritedRule: ReviewRule;
}

type Reviewed = Pick<
  IssueState,
  | 'status'
  | 'assigneeAgentId'
  | 'assigneeUserId'
  | 'reviewAuthorAgentId'
  | 'reviewHandedById'
  | 'reviewRounds'
  | 'reviewPolicy'
  | 'reviewerAgentId'
  | 'reviewerUserId'
  | 'reviewEvidence'
>;

/**
 * Of work in review, who had it and who has handed it over, whoever has it now; of other work, who has
 * it. What was moved to review by a replica of the release before has an assignee only.
 */
const isAuthor = (issue: Reviewed, id: string | null): boolean => {
  if (id === null) return false;
  if (issue.status !== 'in_review') {
    return id === issue.assigneeAgentId || id === issue.assigneeUserId;
  }
  const author = issue.reviewRounds > 0 ? issue.reviewAuthorAgentId : issue.assigneeAgentId;
  return id === author || id === issue.reviewHandedById;
};

/** An owner may always: somebody has to, where whom the policy names is gone. */
export function mayDecide(issue: Reviewed, facts: ReviewFacts): boolean {
  const { callerAgentId, callerUserId, callerIsOwner, inheritedRule } = facts;
  const { policy, agentId, userId } = ruleOf(issue, inheritedRule);
  if (policy === 'anyone') return true;
  if (callerAgentId === null && callerIsOwner) return true;
  if (isAuthor(issue, callerAgentId ?? callerUserId)) return false;
  if (policy === 'not_author') return true;
  if (policy === 'person') return callerAgentId === null;
  return callerAgentId === null
    ? userId === null || userId === callerUserId
    : agentId === callerAgentId;
}

const leavesReview: readonly IssueStatus[] = ['done', 'in_progress', 'todo'];

/**
 * For any way to another status. An author may take its work back, which is no verdict. Work that was
 * not handed over is ended by nobody but the board, unless anyone may review it.
 */
export function refusalOfVerdict(
  issue: Reviewed,
  to: IssueStatus,
  facts: ReviewFacts,
): RefusalCode | undefined {
  const { callerAgentId, callerUserId, inheritedRule } = facts;
  if (ruleOf(issue, inheritedRule).policy === 'anyone') return undefined;
  if (issue.status !== 'in_review') {
    if (to !== 'done') return undefined;
    const may = callerAgentId === null && mayDecide(issue, facts);
    return may ? undefined : 'review_not_yours';
  }
  if (!leavesReview.includes(to) || mayDecide(issue, facts)) return undefined;
  const takesBack = to !== 'done' && isAuthor(issue, callerAgentId ?? callerUserId);
  return takesBack ? undefined : 'review_not_yours';
}

/** Whether a person has ended work without the review that its policy asks for. */
export const skipsReview = (
  before: Reviewed,
  to: IssueStatus,
  { inheritedRule }: Pick<ReviewFacts, 'inheritedRule'>,
): boolean =>
  to === 'done' &&
  before.status !== 'in_review' &&
  before.status !== to &&
  ruleOf(before, inheritedRule).policy !== 'anyone';

export const NOTE_OF_SKIPPED = 'done without the review that its policy asks for';

/** In words. */
export function whoMay({ policy, agentId, userId }: ReviewRule): string {
  const owner = 'or an owner of the company';
  switch (policy) {
    case 'anyone':
      return 'anyone may accept or return it';
    case 'not_author':
      return `another than who has handed it over may accept or return it, ${owner}`;
    case 'person':
      return 'a person of the board may accept or return it, who has not handed it over, ' + owner;
    case 'named':
      return agentId === null
        ? `the board user ${userId} may accept or return it, ${owner}`
        : `the agent ${agentId} or a person of the board may accept or return it`;
    default:
      return policy satisfies never;
  }
}

/** The refusal, with who may. */
export function reviewNotYours(
  issue: Reviewed & { readonly id?: string },
  { callerAgentId, inheritedRule }: ReviewFacts,
): Refusal {
  const rule = ruleOf(issue, inheritedRule);
  const { policy: reviewPolicy, agentId: reviewerAgentId, userId: reviewerUserId } = rule;
  const details = {
    ...(issue.id === undefined ? {} : { issueId: issue.id }),
    status: issue.status,
    reviewPolicy,
    reviewerAgentId,
    reviewerUserId,
  };
  const isHandedOver = issue.status === 'in_review';
  const next = isHandedOver
    ? 'wait for the verdict'
    : 'hand it over first, PATCH /api/issues/:issueId {"status":"in_review"}';
  const wakes = isHandedOver && callerAgentId !== null ? ', which wakes its author' : '';
  return new Refusal('review_not_yours', details, `${whoMay(rule)}: ${next}${wakes}`);
}
