import type { approvals } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { getApprovalRow } from '../store/approvals.ts';
import { listComments, type StoredComment } from '../store/comments.ts';
import { showComment } from '../views.ts';

export const listApprovalComments: Handler<typeof approvals, 'listApprovalComments'> = async (
  { approvalId, limit, cursor },
  { db, scope },
) => {
  const { companyId } = await getApprovalRow(db, scope, approvalId);
  const list = `approval-comments:${approvalId}`;
  const size = pageSize(limit);
  const after = decodeCursor(list, companyId, cursor, TimeAndIdKey);
  const rows = await listComments(db, { companyId, approvalId, after, size });
  const cursorOf = ({ createdAt, id }: StoredComment) =>
    encodeCursor(list, companyId, [createdAt, id]);
  return pageOfFirst(rows, showComment, cursorOf);
};
