import type { gateway } from '@muster/contracts';
import { encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { showJoinRequest } from '../domain/join-request.ts';
import { listJoinRequests as selectJoinRequests } from '../store/join-requests.ts';
import { idIn } from './cursor.ts';

const LIST = 'join-requests';

export const listJoinRequests: Handler<typeof gateway, 'listJoinRequests'> = async (
  { companyId, status: statuses, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = idIn(LIST, companyId, cursor);
  const rows = await selectJoinRequests(db, { companyId, statuses, before, limit: size + 1 });
  return pageOf(rows, size, showJoinRequest, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
