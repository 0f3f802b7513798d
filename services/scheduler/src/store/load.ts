/** How much there is to do at the moment, each from an index of just that. */
import { one, sql, type Db } from '@muster/service-kit';

export interface Load {
  readonly queued: number;
  readonly held: number;
  readonly dueLagSeconds: number;
}

export const lookAtLoad = (db: Db): Promise<Load> =>
  one<Load>(db, sql`
    select
      (select count(*)::integer from runs where status = 'queued') as queued,
      (select count(*)::integer from runs where held) as held,
      coalesce((
        select greatest(0, extract(epoch from now() - next_due_at))::float8
        from schedules order by next_due_at limit 1
      ), 0) as due_lag_seconds`);
