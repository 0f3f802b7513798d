/**
 * How many issues have which status. They are counted when somebody asks, from the index alone:
 * its entries hold the status and the last change, so no row is read. A number that is kept up by
 * every write would be cheaper to read and a lock that all writes of a company wait for.
 */
import type { IssueStatus, StaleIssues } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';

export interface StatusCount {
  readonly status: IssueStatus;
  readonly count: number;
  /** Those of them to which nothing has happened since. */
  readonly silent: number;
}

export const countIssuesByStatus = (
  db: Db,
  companyId: string,
  silentSince: string,
): Promise<StatusCount[]> =>
  many(db, sql`
    select status, count(*)::integer as count,
      (count(*) filter (where updated_at < ${silentSince}))::integer as silent
    from issues where company_id = ${companyId}
    group by status order by status limit ${10}`);

/**
 * The longest silent first. Whatever happens to an issue, a comment among it, is its last change.
 * Which they are is known from the index; only those that are shown are read.
 */
export const listStaleIssues = (
  db: Db,
  companyId: string,
  silentSince: string,
  limit: number,
): Promise<StaleIssues['issues']> =>
  many(db, sql`
    select i.id, i.identifier, i.title, i.assignee_agent_id, i.started_at,
      i.updated_at as last_activity_at
    from (
      select id from issues_in_scope
      where company_id = ${companyId} and status = 'in_progress' and updated_at < ${silentSince}
      order by updated_at, id limit ${limit}
    ) stale
    join issues i on i.id = stale.id
    order by i.updated_at, i.id limit ${limit}`);
