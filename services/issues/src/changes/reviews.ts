/** Reviews that a change asks for or decides. */
import type { Actor, Comment, issues } from '@muster/contracts';
import type { Context, Db } from '@muster/service-kit';
import { callerAgentIdOf } from '../domain/author.ts';
import type { IssueState, ReviewState } from '../domain/issue-state.ts';
import { handedOver, reviewBetween, type Review } from '../domain/reviews.ts';
import { emitReview } from '../events.ts';
import { findReviewer } from '../store/overviews/reviews.ts';
import type { Changed } from './change-effects.ts';

/** Who decides an issue that the change hands over, and its round; nothing for another change. */
export const reviewAfter = async (
  db: Db,
  before: IssueState,
  next: IssueState,
): Promise<Partial<ReviewState>> =>
  next.status === 'in_review' && before.status !== 'in_review'
    ? handedOver(next, await findReviewer(db, next))
    : {};

export const reviewOf = (
  { before, saved }: Pick<Changed, 'before' | 'saved'>,
  actor: Actor,
): Review | undefined => reviewBetween(before, saved, callerAgentIdOf(actor));

/** With the comment of the change. */
export const tellReview = (
  review: Review,
  saved: IssueState,
  comment: Comment | null,
  emit: Context<typeof issues>['emit'],
): void => emitReview(review, saved, comment?.id ?? null, emit);
