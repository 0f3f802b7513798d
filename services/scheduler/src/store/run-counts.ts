/** How many runs live and how many have failed lately, each from an index of just those. */
import type { RunCounts } from '@muster/contracts';
import { one, sql, type Db } from '@muster/service-kit';

export const countRunsOfCompany = (
  db: Db,
  companyId: string,
  failedSince: string,
): Promise<RunCounts> =>
  one<RunCounts>(db, sql`
    select
      (
        select count(*)::integer from runs
        where company_id = ${companyId} and status in ('queued', 'running')
      ) as live,
      (
        select count(*)::integer from runs
        where company_id = ${companyId} and status in ('failed', 'timed_out', 'lost')
          and finished_at >= ${failedSince}
      ) as failed_last_day`);
