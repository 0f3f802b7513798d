/** What the sweep has to do, in one read: most passes find nothing. */
import { one, sql, type Db } from '@muster/service-kit';

export interface DueWork {
  readonly timers: boolean;
  /** Leases that have expired, or runs that another process may adopt. */
  readonly heldRuns: boolean;
  readonly offers: boolean;
  readonly wakes: boolean;
}

/**
 * Reads the first entry of an index for each kind. `exists` would let Postgres scan a table of old
 * runs, in the belief that one that is due comes early.
 */
export const findDueWork = (db: Db): Promise<DueWork> =>
  one<DueWork>(
    db,
    sql`
    select
      coalesce((select min(next_due_at) from schedules) <= now(), false) as timers,
      coalesce((select min(lease_expires_at) from runs where held) <= now(), false)
        or coalesce((select min(adoptable_at) from runs where held) <= now(), false) as held_runs,
      coalesce((select min(hint_at) from runs where status = 'queued') <= now(), false) as offers,
      (select agent_id from wakeups where status = 'pending' order by agent_id limit 1) is not null
        as wakes`,
  );
