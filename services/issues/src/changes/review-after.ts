/** The review of an issue that a change hands over: who decides it, and its round. */
import type { Db } from '@muster/service-kit';
import type { IssueState, ReviewState } from '../domain/issue-state.ts';
import { handedOver } from '../domain/reviews.ts';
import { findReviewer } from '../store/overviews/reviews.ts';

export const reviewAfter = async (
  db: Db,
  before: IssueState,
  next: IssueState,
): Promise<Partial<ReviewState>> =>
  next.status === 'in_review' && before.status !== 'in_review'
    ? handedOver(next, await findReviewer(db, next))
    : {};
