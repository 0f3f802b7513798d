import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listInvitations } from '../store/user-invitations.ts';

export const listUserInvitations: Handler<typeof gateway, 'listUserInvitations'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor('user-invitations', companyId, cursor, TimeAndIdKey);
  const rows = await listInvitations(db, { companyId, before, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ createdAt, id }) => encodeCursor('user-invitations', companyId, [createdAt, id]),
  );
};
