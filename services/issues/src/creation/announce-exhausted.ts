import type { issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { routineEvent } from '../events.ts';
import type { RoutineRow } from '../store/routines/routines.ts';
import { saveExhausted } from '../store/routines/spent.ts';

/** Tells once which routines have spent their budget of the month, and once that they have it again. */
export async function announceExhausted(
  companyId: string,
  routineIds: readonly string[],
  { db, emit }: Context<typeof issues>,
): Promise<RoutineRow[]> {
  if (routineIds.length === 0) return [];
  const changed = await saveExhausted(db, companyId, routineIds);
  for (const routine of changed) {
    const isExhausted = routine.exhaustedMonth !== null;
    emit(isExhausted ? 'routine.exhausted' : 'routine.restored', routineEvent(routine));
  }
  return changed;
}

/** A routine as it is after its budget was looked at; without one there is nothing to look at. */
export async function withBudget(
  routine: RoutineRow,
  context: Context<typeof issues>,
): Promise<RoutineRow> {
  if (routine.budgetMonthlyCents === 0 && routine.exhaustedMonth === null) return routine;
  const [changed] = await announceExhausted(routine.companyId, [routine.id], context);
  if (!changed) return routine;
  const { exhaustedMonth, updatedAt, version } = changed;
  return { ...routine, exhaustedMonth, updatedAt, version };
}
