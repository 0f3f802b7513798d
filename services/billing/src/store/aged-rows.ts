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
