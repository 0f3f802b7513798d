/** Counts runs that a user should look at, each kind from an index of just those. */
import type { RunCounts } from '@muster/contracts';
import { one, sql, type Db } from '@muster/service-kit';
import { isLive } from './run-states.ts';

export const countRunsOfCompany = (db: Db, companyId: string, since: string): Promise<RunCounts> =>
  one<RunCounts>(
    db,
    sql`
    select
      (
        select count(*)::integer from runs
        where company_id = ${companyId} and status ${isLive}
      ) as live,
      (
        select count(*)::integer from runs
        where company_id = ${companyId} and status in ('failed', 'timed_out', 'lost')
          and finished_at >= ${since}
      ) as failed_last_day,
      (
        select count(*)::integer from runs
        where company_id = ${companyId} and 'usage_ignored' = any(warnings)
          and created_at >= ${since}
      ) as usage_ignored_last_day,
      (
        select count(*)::integer from roster
        where company_id = ${companyId} and not_before > now()
      ) as agents_held_for_quota,
      (
        select count(*)::integer from quotas
        where company_id = ${companyId} and nearly_used_at >= ${since}
      ) as quotas_nearly_used_last_day`,
  );
