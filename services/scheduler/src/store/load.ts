/** The current load, each number from an index of just those rows. */
import { one, sql, type Db } from '@muster/service-kit';
import { canStart } from './runs/run-lifecycle.ts';
import { isStartableIn } from './runs/run-states.ts';

export interface Load {
  readonly queued: number;
  readonly held: number;
  readonly quotaHolds: number;
  readonly dueLagSeconds: number;
  readonly startLagSeconds: number;
}

/**
 * A start is late only if the run could be started: a run that is postponed because of a limit is
 * not, nor is one that is offered to a remote agent, which decides when it fetches it.
 */
export const measureLoad = (db: Db): Promise<Load> =>
  one<Load>(
    db,
    sql`
    select
      (select count(*)::integer from runs where status = 'queued') as queued,
      (select count(*)::integer from runs where held) as held,
      (select count(*)::integer from quotas where not_before > now()) as quota_holds,
      coalesce((
        select greatest(0, extract(epoch from now() - next_due_at))::float8
        from schedules order by next_due_at limit 1
      ), 0) as due_lag_seconds,
      coalesce((
        select extract(epoch from now() - min(
          greatest(runs.created_at, runs.postponed_until, r.not_before)
        ))::float8
        from runs
        join roster r on r.agent_id = runs.agent_id
        join companies c on c.company_id = runs.company_id
        where ${isStartableIn(sql`runs`)} and ${canStart}
          and coalesce(runs.postponed_until <= now(), true)
      ), 0) as start_lag_seconds`,
  );
