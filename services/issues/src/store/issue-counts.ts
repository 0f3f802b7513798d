/**
 * Counts issues by status. Each request counts from the index alone: its entries hold the status
 * and the last change, so no row is read. A stored counter would be cheaper to read, but every
 * write of a company would wait for its lock.
 */
import type { IssueStatus, StaleIssues } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';

export interface StatusCount {
  readonly status: IssueStatus;
  readonly count: number;
  /** Those without activity since `silentSince`. */
  readonly silent: number;
}

export const countIssuesByStatus = (
  db: Db,
  companyId: string,
  silentSince: string,
): Promise<StatusCount[]> =>
  many(
    db,
    sql`
    select status, count(*)::integer as count,
      (count(*) filter (where updated_at < ${silentSince}))::integer as silent
    from issues where company_id = ${companyId}
    group by status order by status limit ${10}`,
  );

/**
 * Stale issues, the longest silent first. Every activity, a comment too, sets `updated_at`. The
 * index finds them; only the rows of those that are listed are read.
 */
export const listStaleIssues = (
  db: Db,
  companyId: string,
  silentSince: string,
  limit: number,
): Promise<StaleIssues['issues']> =>
  many(
    db,
    sql`
    select i.id, i.identifier, i.title, i.assignee_agent_id, i.started_at,
      i.updated_at as last_activity_at
    from (
      select id from issues_in_scope
      where company_id = ${companyId} and status = 'in_progress' and updated_at < ${silentSince}
      order by updated_at, id limit ${limit}
    ) stale
    join issues i on i.id = stale.id
    order by i.updated_at, i.id limit ${limit}`,
  );
