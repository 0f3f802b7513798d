import {
  FIRINGS_KEPT_DAYS,
  invalidField,
  MOMENTS_MAX,
  Refusal,
  type issues,
} from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { moments } from '../../domain/routines/moments.ts';
import { valuesOf } from '../../domain/routines/variables.ts';
import { routineEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { listMadeMoments, saveFiring } from '../../store/routines/firings.ts';
import {
  getNow,
  lockRoutine,
  saveRoutine,
  type RoutineRow,
} from '../../store/routines/routines.ts';
import { requireRoutine } from './show-routine.ts';

const DAY_MS = 86_400_000;

/** Leaves the moments to the sweep, which fires one after the other. */
export const backfillRoutine: Handler<typeof issues, 'backfillRoutine'> = async (
  { routineId, from, to },
  { db, scope, actor, emit },
) => {
  const routine = requireRoutine(await lockRoutine(db, scope, routineId));
  const { companyId, clock } = routine;
  await requireWritableCompany(db, companyId);
  const now = await getNow(db);
  const oldest = new Date(Date.parse(now) - (FIRINGS_KEPT_DAYS - 1) * DAY_MS).toISOString();
  if (from < oldest) throw invalidField(['from'], `at most ${FIRINGS_KEPT_DAYS - 1} days ago`);
  if (to > now || to < from) throw invalidField(['to'], 'not before from, and not in the future');
  valuesOf(routine.variables, {});
  const range = { after: new Date(Date.parse(from) - 1).toISOString(), until: to };
  const inRange = moments(clock, range, MOMENTS_MAX + 1);
  if (inRange.length > MOMENTS_MAX) {
    throw new Refusal('too_many_moments', { momentsMax: MOMENTS_MAX });
  }
  const made = await listMadeMoments(db, routine, { from, to }, 10 * MOMENTS_MAX);
  const queued = inRange.filter((moment) => !made.includes(moment));
  for (const moment of queued) {
    const kept = { outcome: 'queued', cause: 'backfill', reason: 'backfill' } as const;
    const none = { until: null, issueId: null, variables: {} };
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one statement after another
    await saveFiring(db, { id: newId(), companyId, routineId, moment, ...kept, ...none });
  }
  // What the board makes up for is its own, also before it has turned the routine on.
  const author = { activatedByUserId: actor.id, activatedByName: actor.name };
  const next: RoutineRow = routine.activatedByUserId ? routine : { ...routine, ...author };
  if (next !== routine) await saveRoutine(db, next);
  const { payload, ...event } = routineEvent(next);
  const detail = { from, to, moments: queued.length };
  if (queued.length > 0)
    emit('routine.backfilled', { ...event, payload: { ...payload, ...detail } });
  return { routineId, queued };
};
