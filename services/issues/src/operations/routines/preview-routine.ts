import {
  NO_END,
  NEXT_MOMENTS,
  type Input,
  type issues,
  type RoutineClock,
} from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { anchored } from '../../domain/routines/due.ts';
import { moments } from '../../domain/routines/moments.ts';
import { getNow } from '../../store/routines/routines.ts';

export const previewRoutine: Handler<typeof issues, 'previewRoutine'> = async (
  { expression, zone, everySec, from },
  { db },
) => {
  const clock = clockOf({ expression, zone, everySec, from });
  const now = await getNow(db);
  const range = { after: now, until: NO_END };
  return { nextMoments: moments(anchored(clock, now), range, NEXT_MOMENTS) };
};

type Asked = Omit<Input<typeof issues, 'previewRoutine'>, 'companyId'>;

/** Without either, it is the clock of a routine that is run by hand. */
function clockOf({ expression, zone, everySec, from }: Asked): RoutineClock {
  if (expression !== undefined) return { kind: 'cron', expression, zone };
  return everySec === undefined ? { kind: 'none' } : { kind: 'interval', everySec, from };
}
