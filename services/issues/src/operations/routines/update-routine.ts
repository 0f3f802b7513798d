import { isSame, Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { withBudget } from '../../creation/announce-exhausted.ts';
import { requireTemplate } from '../../creation/routine-template.ts';
import { anchored, nextAfter } from '../../domain/routines/due.ts';
import { requireVariables } from '../../domain/routines/variables.ts';
import { routineEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import {
  getNow,
  lockRoutine,
  saveRoutine,
  type RoutineRow,
} from '../../store/routines/routines.ts';
import { getSpentCents } from '../../store/routines/spent.ts';
import { requireRoutine, showRoutine } from './show-routine.ts';

export const updateRoutine: Handler<typeof issues, 'updateRoutine'> = async (
  { routineId, ifVersion, ...patch },
  context,
) => {
  const { db, scope, actor, emit } = context;
  const before = requireRoutine(await lockRoutine(db, scope, routineId));
  await requireWritableCompany(db, before.companyId);
  if ((ifVersion ?? before.version) !== before.version) throw new Refusal('version_mismatch');
  const now = await getNow(db);
  const spent = await getSpentCents(db, before);
  const clock = patch.clock ? anchored(patch.clock, now) : before.clock;
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const wanted = { ...before, ...(Object.fromEntries(given) as Partial<RoutineRow>), clock };
  if (isSame(wanted, before)) return showRoutine(before, spent, now);
  requireVariables(wanted);
  const isBegun = wanted.status === 'active' && before.status !== 'active';
  if (patch.template || isBegun) await requireTemplate(wanted.template, before.companyId, context);
  const next: RoutineRow = {
    ...wanted,
    ...stateAfter(wanted, before, now),
    ...(isBegun ? { activatedByUserId: actor.id, activatedByName: actor.name } : {}),
    updatedAt: now,
    version: before.version + 1,
  };
  await saveRoutine(db, next);
  const { payload, ...event } = routineEvent(next);
  emit('routine.updated', { ...event, payload: { ...payload, previousStatus: before.status } });
  return showRoutine(await withBudget(next, context), spent, now);
};

/** Turned on, it begins with the next moment; what was missed while it was off is not made up for. */
function stateAfter(wanted: RoutineRow, before: RoutineRow, now: string) {
  if (wanted.status === 'paused') {
    return before.status === 'paused'
      ? {}
      : { nextFireAt: null, pauseReason: 'manual', failuresInRow: 0 };
  }
  if (wanted.status !== 'active') return {};
  const isAnew = before.status !== 'active' || !isSame(wanted.clock, before.clock);
  return isAnew
    ? { nextFireAt: nextAfter(wanted.clock, now), pauseReason: null, failuresInRow: 0 }
    : {};
}
