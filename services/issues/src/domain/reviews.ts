/**
 * Reviews: an issue is handed over, and another than its author accepts or returns it. Who is asked for a
 * verdict is one agent, found when the issue is handed over; the board has what no agent decides.
 */
import type { IssueStatus, ReviewVerdict } from '@muster/contracts';
import type { Author } from './author.ts';
import type { IssueState, ReviewState } from './issue-state.ts';

export const unreviewed: ReviewState = {
  reviewAuthorAgentId: null,
  reviewAgentId: null,
  reviewRounds: 0,
  reviewUserId: null,
  reviewHandedById: null,
};

/** Who is asked for a verdict; both null: the board. */
export interface Reviewer {
  readonly agentId: string | null;
  readonly userId: string | null;
}

/** Who hands work over. That of a person is the person's, whoever does. */
export const handedOverBy = (
  { assigneeUserId }: Pick<IssueState, 'assigneeUserId'>,
  { agentId, userId }: Pick<Author, 'agentId' | 'userId'>,
): string | null => assigneeUserId ?? agentId ?? userId;

/**
 * The fields of an issue that enters review. Agents hand it to and fro `maxRounds` times; from then on the
 * board decides, and no wake-up is paid for.
 */
export const handedOver = (
  issue: IssueState,
  reviewer: Reviewer,
  by: Author,
  maxRounds: number,
): ReviewState => ({
  reviewAuthorAgentId: issue.assigneeAgentId,
  reviewAgentId: issue.reviewRounds < maxRounds ? reviewer.agentId : null,
  reviewRounds: issue.reviewRounds + 1,
  reviewUserId: reviewer.userId,
  reviewHandedById: handedOverBy(issue, by),
});

/** What a change means for the review of an issue. */
export interface Review {
  /** Undefined: it was handed over. */
  readonly verdict: ReviewVerdict | undefined;
  readonly authorAgentId: string | null;
  /** The agent that is woken: the reviewer, or for a verdict the author. */
  readonly tells: string | null;
}

const verdicts: Partial<Record<IssueStatus, ReviewVerdict>> = {
  done: 'accepted',
  in_progress: 'returned',
};

/** An author that takes its issue back, or ends it, tells itself nothing. */
export function reviewBetween(
  before: IssueState,
  after: IssueState,
  callerAgentId: string | null,
): Review | undefined {
  if (before.status === after.status) return undefined;
  if (after.status === 'in_review') {
    const { reviewAuthorAgentId: authorAgentId, reviewAgentId: tells } = after;
    return { verdict: undefined, authorAgentId, tells };
  }
  const verdict = verdicts[after.status];
  if (before.status !== 'in_review' || !verdict) return undefined;
  // What was created in review was handed over by nobody: its assignee hears of the verdict.
  const { reviewRounds, reviewAuthorAgentId, assigneeAgentId } = before;
  const authorAgentId = reviewRounds > 0 ? reviewAuthorAgentId : assigneeAgentId;
  if (callerAgentId !== null && callerAgentId === authorAgentId) return undefined;
  return { verdict, authorAgentId, tells: authorAgentId };
}
