import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { routineEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { skipQueued } from '../../store/routines/firings.ts';
import {
  getNow,
  lockRoutine,
  saveRoutine,
  type RoutineRow,
} from '../../store/routines/routines.ts';
import { getSpentCents } from '../../store/routines/spent.ts';
import { requireRoutine, showRoutine } from './show-routine.ts';

export const archiveRoutine: Handler<typeof issues, 'archiveRoutine'> = async (
  { routineId },
  { db, scope, emit },
) => {
  const before = requireRoutine(await lockRoutine(db, scope, routineId), false);
  await requireWritableCompany(db, before.companyId);
  const now = await getNow(db);
  const spent = await getSpentCents(db, before);
  if (before.status === 'archived') return showRoutine(before, spent, now);
  const archived: RoutineRow = {
    ...before,
    status: 'archived',
    nextFireAt: null,
    updatedAt: now,
    version: before.version + 1,
  };
  await saveRoutine(db, archived);
  await skipQueued(db, archived, 'routine_archived');
  emit('routine.archived', routineEvent(archived));
  return showRoutine(archived, spent, now);
};
