/** The comment of a change, and the review that the change asks for or decides. */
import type { Comment, issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { Changed } from '../../changes/change-effects.ts';
import { callerAgentIdOf } from '../../domain/author.ts';
import { reviewBetween } from '../../domain/reviews.ts';
import { emitReview } from '../../events.ts';
import { writeComment } from './add-comment.ts';

export async function writeCommentOfChange(
  comment: string | undefined,
  { before, saved }: Pick<Changed, 'before' | 'saved'>,
  context: Context<typeof issues>,
): Promise<Comment | null> {
  const review = reviewBetween(before, saved, callerAgentIdOf(context.actor));
  const isMoved = saved.status !== before.status;
  const written =
    comment === undefined
      ? null
      : await writeComment(saved.id, comment, context, { isMoved, toldByReview: review?.tells });
  if (review) emitReview(review, saved, written?.id ?? null, context.emit);
  return written;
}
