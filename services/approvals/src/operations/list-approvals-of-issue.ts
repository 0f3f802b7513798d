import type { approvals } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listApprovalRows } from '../store/approvals.ts';
import { showApprovalInList } from '../views.ts';

export const listApprovalsOfIssue: Handler<typeof approvals, 'listApprovalsOfIssue'> = async (
  { companyId, issueId, limit, cursor },
  { db },
) => {
  const list = `approvals-of-issue:${issueId}`;
  const size = pageSize(limit);
  const after = decodeCursor(list, companyId, cursor, TimeAndIdKey);
  const rows = await listApprovalRows(db, { companyId, issueId, after, size });
  return pageOfFirst(rows, showApprovalInList, ({ createdAt, id }) =>
    encodeCursor(list, companyId, [createdAt, id]),
  );
};
