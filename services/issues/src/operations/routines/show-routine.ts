import { NO_END, NEXT_MOMENTS, Refusal, type Routine } from '@muster/contracts';
import { moments } from '../../domain/routines/moments.ts';
import type { RoutineRow } from '../../store/routines/routines.ts';

/** With its next moments, if it is active, or were it active from now on. */
export function showRoutine(
  { activatedByName: _, ...routine }: RoutineRow,
  spentMonthlyCents: number,
  now: string,
): Routine {
  const { status, clock } = routine;
  const range = { after: now, until: NO_END };
  return {
    ...routine,
    spentMonthlyCents,
    nextMoments: status === 'archived' ? [] : moments(clock, range, NEXT_MOMENTS),
  };
}

/** An archived routine is still read, and changed no more. */
export function requireRoutine(routine: RoutineRow | undefined, isChange = true): RoutineRow {
  if (!routine || (isChange && routine.status === 'archived'))
    throw new Refusal('routine_not_found');
  return routine;
}
