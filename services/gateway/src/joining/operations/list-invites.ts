import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { showInvite } from '../views.ts';
import { listInviteRows } from '../store/invites.ts';

const LIST = 'invites';

export const listInvites: Handler<typeof gateway, 'listInvites'> = async (
  { companyId, limit, cursor },
  { db, now },
) => {
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const rows = await listInviteRows(db, { companyId, before, size });
  return pageOfFirst(
    rows,
    (row) => showInvite(row, now),
    ({ id }) => encodeCursor(LIST, companyId, [id]),
  );
};
