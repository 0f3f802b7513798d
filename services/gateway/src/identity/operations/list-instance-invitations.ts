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

const INSTANCE = 'instance';

export const listInstanceInvitations: Handler<typeof gateway, 'listInstanceInvitations'> = async (
  { limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor('user-invitations', INSTANCE, cursor, TimeAndIdKey);
  const rows = await listInvitations(db, { companyId: null, before, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ createdAt, id }) => encodeCursor('user-invitations', INSTANCE, [createdAt, id]),
  );
};
