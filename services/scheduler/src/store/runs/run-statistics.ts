/** How the last runs of an agent have gone: counted when it is asked for, from the index by agent. */
import {
  RunSource,
  RunStatus,
  STATISTICS_DAYS,
  STATISTICS_RUNS_MAX,
  type RunStatistics,
} from '@muster/contracts';
import { one, sql, type Db } from '@muster/service-kit';

type Counted = Pick<
  RunStatistics,
  'runs' | 'since' | 'workedSeconds' | 'medianSeconds' | 'lastSucceededAt' | 'lastFailedAt'
>;
type Row = Counted & {
  readonly statuses: Partial<RunStatistics['byStatus']> | null;
  readonly sources: Partial<RunStatistics['bySource']> | null;
};

interface OfAgent {
  readonly companyId: string;
  readonly agentId: string;
}

export async function countRunsOfAgent(
  db: Db,
  { companyId, agentId }: OfAgent,
): Promise<Omit<RunStatistics, keyof OfAgent>> {
  const { statuses, sources, ...counted } = await one<Row>(
    db,
    sql`
    with begin as (select now() - make_interval(days => ${STATISTICS_DAYS}) as at), latest as (
      select status, source, created_at, finished_at,
        extract(epoch from finished_at - started_at) as seconds
      from (
        select status, source, created_at, started_at, finished_at from runs
        where company_id = ${companyId} and agent_id = ${agentId}
        order by id desc limit ${STATISTICS_RUNS_MAX}
      ) newest
      where created_at >= (select at from begin)
    )
    select count(*)::integer as runs,
      coalesce(min(created_at), (select at from begin))::timestamptz(3) as since,
      coalesce(sum(seconds), 0)::integer as worked_seconds,
      round(percentile_cont(0.5) within group (order by seconds)::numeric, 1)::float8
        as median_seconds,
      max(finished_at) filter (where status = 'succeeded') as last_succeeded_at,
      max(finished_at) filter (where status in ('failed', 'timed_out', 'lost')) as last_failed_at,
      (
        select jsonb_object_agg(status, count) from (
          select status, count(*) from latest group by status
        ) s
      ) as statuses,
      (
        select jsonb_object_agg(source, count) from (
          select source, count(*) from latest group by source
        ) s
      ) as sources
    from latest`,
  );
  return {
    ...counted,
    byStatus: complete(RunStatus.options, statuses),
    bySource: complete(RunSource.options, sources),
  };
}

const complete = <Name extends string>(
  names: readonly Name[],
  counts: { readonly [name in Name]?: number } | null,
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, counts?.[name] ?? 0])) as Record<Name, number>;
