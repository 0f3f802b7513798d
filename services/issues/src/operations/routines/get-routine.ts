import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findRoutine, getNow } from '../../store/routines/routines.ts';
import { getSpentCents } from '../../store/routines/spent.ts';
import { requireRoutine, showRoutine } from './show-routine.ts';

export const getRoutine: Handler<typeof issues, 'getRoutine'> = async (
  { routineId },
  { db, scope },
) => {
  const routine = requireRoutine(await findRoutine(db, scope, routineId), false);
  return showRoutine(routine, await getSpentCents(db, routine), await getNow(db));
};
