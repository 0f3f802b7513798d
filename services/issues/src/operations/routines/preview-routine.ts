import { invalidField, NEXT_MOMENTS, type issues, type RoutineClock } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { anchored } from '../../domain/routines/due.ts';
import { moments, NO_END } from '../../domain/routines/moments.ts';
import { getNow } from '../../store/routines/routines.ts';

export const previewRoutine: Handler<typeof issues, 'previewRoutine'> = async (
  { expression, zone, everySec, from },
  { db },
) => {
  if (expression === undefined && everySec === undefined) {
    throw invalidField(['expression'], 'send expression, or everySec');
  }
  const clock: RoutineClock =
    expression === undefined
      ? { kind: 'interval', everySec: everySec ?? 0, from }
      : { kind: 'cron', expression, zone };
  const now = await getNow(db);
  const range = { after: now, until: NO_END };
  return { nextMoments: moments(anchored(clock, now), range, NEXT_MOMENTS) };
};
