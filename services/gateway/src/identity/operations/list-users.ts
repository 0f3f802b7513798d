import type { gateway } from '@muster/contracts';
import { pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listUsers as selectUsers } from '../store/users.ts';
import { encodeTimeAndId, decodeTimeAndId } from '../../list-cursor.ts';

const EVERY_COMPANY = 'all';

export const listUsers: Handler<typeof gateway, 'listUsers'> = async (
  { limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = decodeTimeAndId('users', EVERY_COMPANY, cursor);
  const rows = await selectUsers(db, { after, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (user) => user,
    ({ createdAt, id }) => encodeTimeAndId('users', EVERY_COMPANY, [createdAt, id]),
  );
};
