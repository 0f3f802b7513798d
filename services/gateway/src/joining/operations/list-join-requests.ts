import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { statesOf } from '../domain/join-request-machine.ts';
import { showJoinRequest } from '../views.ts';
import { listJoinRequestRows } from '../store/join-requests.ts';

const LIST = 'join-requests';

export const listJoinRequests: Handler<typeof gateway, 'listJoinRequests'> = async (
  { companyId, status, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const statuses = status && statesOf(status);
  const rows = await listJoinRequestRows(db, { companyId, statuses, before, size });
  return pageOfFirst(rows, showJoinRequest, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
