/**
 * Reservations that were settled or voided. They are found in the order of the ids of their runs, which is
 * that of their age. A cost that comes for such a run later is booked without one.
 */
import { idOlderThan, sql, type OldRows } from '@muster/service-kit';

export const oldReservations = (days: number): OldRows => ({
  table: sql`reservations`,
  ...idOlderThan(sql`run_id`, days),
  where: sql`state <> 'held' and created_at < now() - make_interval(secs => ${days * 86_400})`,
});

/**
 * What was booked for a run, which its costs say as well. The few that were unusual are kept: they are
 * counted, and the page of the costs names them.
 */
export const oldUsages = (days: number): OldRows => ({
  table: sql`run_usages`,
  ...idOlderThan(sql`run_id`, days),
  where: sql`unusual_at is null`,
});
