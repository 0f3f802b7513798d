import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { showHook } from '../hook-events.ts';
import { listHookRows } from '../store/hooks.ts';

const LIST = 'hooks';

export const listHooks: Handler<typeof gateway, 'listHooks'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const rows = await listHookRows(db, companyId, before, size + 1);
  return pageOf(rows, size, showHook, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
