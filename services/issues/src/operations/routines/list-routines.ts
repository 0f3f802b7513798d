import type { issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listRoutineRows } from '../../store/routines/routines.ts';

const LIST = 'routines';

export const listRoutines: Handler<typeof issues, 'listRoutines'> = async (
  { companyId, status, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const [before] = decodeCursor(LIST, companyId, cursor, IdKey) ?? [];
  const rows = await listRoutineRows(db, { companyId, status }, before, size + 1);
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ id }) => encodeCursor(LIST, companyId, [id]),
  );
};
