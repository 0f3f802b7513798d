import type { Comment, issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  NumberKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { type CommentRow, getThread, listCommentRows } from '../../store/comments.ts';

export const listComments: Handler<typeof issues, 'listComments'> = async (
  { issueId, order, after, limit, cursor },
  { db, scope },
) => {
  const thread = await getThread(db, scope, issueId, after);
  const list = `comments-${order}-${thread.issueId}`;
  const size = pageSize(limit);
  const at = decodeCursor(list, thread.companyId, cursor, NumberKey)?.[0];
  const comments = await listCommentRows(db, thread, {
    after: Math.max(thread.afterNumber ?? 0, order === 'asc' ? (at ?? 0) : 0),
    before: order === 'desc' ? (at ?? null) : null,
    order,
    size,
  });
  return pageOfFirst(comments, showComment, ({ number }) =>
    encodeCursor(list, thread.companyId, [number]),
  );
};

const showComment = ({ number: _, ...comment }: CommentRow): Comment => comment;
