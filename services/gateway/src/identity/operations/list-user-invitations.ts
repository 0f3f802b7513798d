import type { gateway } from '@muster/contracts';
import { pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listInvitations } from '../store/user-invitations.ts';
import { encodeTimeAndId, decodeTimeAndId } from '../../list-cursor.ts';

export const listUserInvitations: Handler<typeof gateway, 'listUserInvitations'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeTimeAndId('user-invitations', companyId, cursor);
  const rows = await listInvitations(db, { companyId, before, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ createdAt, id }) => encodeTimeAndId('user-invitations', companyId, [createdAt, id]),
  );
};
