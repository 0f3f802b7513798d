import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listErasureRows } from '../../store/erasures.ts';

/** The list belongs to the instance. */
const EVERY_COMPANY = 'all';

export const listErasures: Handler<typeof agents, 'listErasures'> = async (
  { limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor('erasures', EVERY_COMPANY, cursor, TimeAndIdKey);
  return pageOfFirst(
    await listErasureRows(db, { before, size }),
    (erasure) => erasure,
    ({ begunAt, companyId }) => encodeCursor('erasures', EVERY_COMPANY, [begunAt, companyId]),
  );
};
