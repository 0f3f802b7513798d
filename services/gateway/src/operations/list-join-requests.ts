import type { gateway } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { showJoinRequest } from '../domain/join-request.ts';
import { listJoinRequests as selectJoinRequests } from '../store/join-requests.ts';

const LIST = 'join-requests';

export const listJoinRequests: Handler<typeof gateway, 'listJoinRequests'> = async (
  { companyId, status: statuses, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const [before] = decodeCursor(LIST, companyId, cursor, 1) ?? [];
  const rows = await selectJoinRequests(db, {
    companyId,
    statuses,
    before: before === undefined ? undefined : String(before),
    limit: size + 1,
  });
  return pageOf(rows, size, showJoinRequest, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
