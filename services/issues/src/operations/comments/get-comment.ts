import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findComment, getThread } from '../../store/comments.ts';
import { showComment } from '../../views.ts';

export const getComment: Handler<typeof issues, 'getComment'> = async (
  { issueId, commentId },
  { db, scope },
) => {
  const thread = await getThread(db, scope, issueId, undefined);
  const comment = await findComment(db, thread, commentId);
  if (!comment) throw new Refusal('comment_not_found');
  return showComment(comment);
};
