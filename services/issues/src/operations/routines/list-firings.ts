import type { issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listFiringRows } from '../../store/routines/firings.ts';
import { findRoutine } from '../../store/routines/routines.ts';
import { requireRoutine } from './show-routine.ts';

export const listFirings: Handler<typeof issues, 'listFirings'> = async (
  { routineId, limit, cursor },
  { db, scope },
) => {
  const routine = requireRoutine(await findRoutine(db, scope, routineId), false);
  const list = `firings-${routine.id}`;
  const size = pageSize(limit);
  const key = decodeCursor(list, routine.companyId, cursor, TimeAndIdKey);
  const before = key && { moment: key[0], id: key[1] };
  const rows = await listFiringRows(db, routine, before, size + 1);
  return pageOf(
    rows,
    size,
    ({ companyId: _, variables: __, ...firing }) => firing,
    ({ moment, id }) => encodeCursor(list, routine.companyId, [moment, id]),
  );
};
