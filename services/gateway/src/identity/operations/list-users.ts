import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listUserRows } from '../store/users.ts';

const EVERY_COMPANY = 'all';

export const listUsers: Handler<typeof gateway, 'listUsers'> = async (
  { limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = decodeCursor('users', EVERY_COMPANY, cursor, TimeAndIdKey);
  const rows = await listUserRows(db, { after, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (user) => user,
    ({ createdAt, id }) => encodeCursor('users', EVERY_COMPANY, [createdAt, id]),
  );
};
