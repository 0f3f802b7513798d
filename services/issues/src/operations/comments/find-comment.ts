import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findCommentById } from '../../store/comments.ts';
import { showComment } from '../../views.ts';

export const findComment: Handler<typeof issues, 'findComment'> = async (
  { commentId },
  { db, scope },
) => {
  const comment = await findCommentById(db, scope, commentId);
  if (!comment) throw new Refusal('comment_not_found');
  return showComment(comment);
};
