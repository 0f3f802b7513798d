/** Firings and months by their age, and routines that were archived before the last of theirs went. */
import { FIRINGS_KEPT_DAYS } from '@muster/contracts';
import { sql, type OldRows } from '@muster/service-kit';
import { MONTHS_KEPT_DAYS } from './spent.ts';

const below = sql`now() - make_interval(days => ${FIRINGS_KEPT_DAYS})`;

export const oldFirings = (): OldRows => ({
  table: sql`routine_firings`,
  by: sql`decided_at`,
  below,
});

export const oldRoutineMonths = (): OldRows => ({
  table: sql`routine_months`,
  by: sql`updated_at`,
  below: sql`now() - make_interval(days => ${MONTHS_KEPT_DAYS})`,
});

export const oldRoutines = (): OldRows => ({ table: sql`routines`, by: sql`archived_at`, below });
