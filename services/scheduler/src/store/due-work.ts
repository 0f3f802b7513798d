/** What the sweep has to do, in one read: most passes find nothing. */
import { one, sql, type Db } from '@muster/service-kit';
import { hasLateReports } from './adoption.ts';
import { pendingSince } from './wakes/waiting-agents.ts';

export interface DueWork {
  readonly timers: boolean;
  /** Leases that have expired, runs that another process may adopt, or the report of a lost one. */
  readonly heldRuns: boolean;
  /** Runs that were told to stop, and have had their time. */
  readonly stops: boolean;
  readonly offers: boolean;
  /** Holds that have ended. */
  readonly holds: boolean;
  /** Wake-ups that have begun to wait a short while ago, and any that wait. */
  readonly newWakes: boolean;
  readonly wakes: boolean;
}

/** Longer than the database is unavailable as a rule: what began to wait meanwhile is still new. */
const NEW_SECONDS = 600;

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
        or coalesce((select min(adoptable_at) from runs where held) <= now(), false)
        or ${hasLateReports} as held_runs,
      coalesce((
        select min(stop_at) from runs where status = 'running' and stop_at is not null
      ) <= now(), false) as stops,
      coalesce((select min(hint_at) from runs where status = 'queued') <= now(), false) as offers,
      coalesce((
        select min(least(hold_until, not_before)) from roster
        where least(hold_until, not_before) is not null
      ) <= now(), false) as holds,
      coalesce(newest.at > now() - make_interval(secs => ${NEW_SECONDS}), false) as new_wakes,
      newest.at is not null as wakes
    from (select (select max(${pendingSince}) from wakeups) as at) newest`,
  );
