import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listMemberRows } from '../store/members.ts';
import { showMember } from '../views.ts';

export const listMembers: Handler<typeof gateway, 'listMembers'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = decodeCursor('members', companyId, cursor, TimeAndIdKey);
  const rows = await listMemberRows(db, { companyId, after, limit: size + 1 });
  return pageOf(rows, size, showMember, ({ createdAt, userId }) =>
    encodeCursor('members', companyId, [createdAt, userId]),
  );
};
