import type { gateway } from '@muster/contracts';
import { pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listInvitations } from '../store/user-invitations.ts';
import { encodeTimeAndId, decodeTimeAndId } from '../../list-cursor.ts';

const INSTANCE = 'instance';

export const listInstanceInvitations: Handler<typeof gateway, 'listInstanceInvitations'> = async (
  { limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeTimeAndId('user-invitations', INSTANCE, cursor);
  const rows = await listInvitations(db, { companyId: null, before, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ createdAt, id }) => encodeTimeAndId('user-invitations', INSTANCE, [createdAt, id]),
  );
};
