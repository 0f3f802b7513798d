/** Waits that have ended: the activity still says that they were. */
import { sql, type OldRows } from '@muster/service-kit';

export const oldWaits = (days: number): OldRows => ({
  table: sql`waits`,
  by: sql`ended_at`,
  below: sql`now() - make_interval(secs => ${days * 86_400})`,
});
