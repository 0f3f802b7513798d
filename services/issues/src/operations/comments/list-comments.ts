import type { issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  NumberKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { getThread, listCommentRows } from '../../store/comments.ts';
import { showComment } from '../../views.ts';

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
  return pageOfFirst(
    comments,
    ({ number: _, ...comment }) => showComment(comment),
    ({ number }) => encodeCursor(list, thread.companyId, [number]),
  );
};
