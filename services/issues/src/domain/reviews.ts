/**
 * Reviews: an issue is handed over, and another than its author accepts or returns it. Who is asked for a
 * verdict is one agent, found when the issue is handed over; the board has what no agent decides.
 */
import type { IssueStatus, ReviewVerdict } from '@muster/contracts';
import type { IssueState, ReviewState } from './issue-state.ts';

export const unreviewed: ReviewState = {
  reviewAuthorAgentId: null,
  reviewAgentId: null,
  reviewRounds: 0,
};

/** Agents hand an issue to and fro so often; from then on the board decides, and no wake-up is paid for. */
export const REVIEW_ROUNDS_MAX = 5;

/** The fields of an issue that enters review. */
export const handedOver = (
  { assigneeAgentId, reviewRounds }: IssueState,
  reviewer: string | null,
): ReviewState => ({
  reviewAuthorAgentId: assigneeAgentId,
  reviewAgentId: reviewRounds < REVIEW_ROUNDS_MAX ? reviewer : null,
  reviewRounds: reviewRounds + 1,
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
