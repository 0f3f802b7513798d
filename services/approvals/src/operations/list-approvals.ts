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

const LIST = 'approvals';

export const listApprovals: Handler<typeof approvals, 'listApprovals'> = async (
  { limit, cursor, ...filter },
  { db },
) => {
  const { companyId } = filter;
  const size = pageSize(limit);
  const after = decodeCursor(LIST, companyId, cursor, TimeAndIdKey);
  const rows = await listApprovalRows(db, { ...filter, after, size });
  return pageOfFirst(rows, showApprovalInList, ({ createdAt, id }) =>
    encodeCursor(LIST, companyId, [createdAt, id]),
  );
};
