/** The counts of a company's issues, which a trigger keeps with every write. */
import { IssueStatus, type StaleIssues } from '@muster/contracts';
import { many, one, sql, type Db } from '@muster/service-kit';

export interface StatusCount {
  readonly status: IssueStatus;
  readonly count: number;
  /** Those in progress without activity since `silentSince`; null for another status. */
  readonly silent: number | null;
}

/**
 * The silent ones are all in progress without the active ones: these are as many as have had activity
 * since then, however many issues there are. One statement, so that both are of the same moment.
 */
export const countIssuesByStatus = (
  db: Db,
  companyId: string,
  silentSince: string,
): Promise<StatusCount[]> =>
  many(
    db,
    sql`
    select c.status, c.count, case when c.status = 'in_progress' then c.count - (
      select count(*) from issues_in_scope i
      where i.company_id = c.company_id and i.status = 'in_progress'
        and i.updated_at >= ${silentSince}
    )::integer end as silent
    from issue_counts c where c.company_id = ${companyId}
    order by c.status limit ${IssueStatus.options.length}`,
  );

/** Issues that are counted of those without an assignee: a millisecond or two of an index. */
const UNASSIGNED_MAX = 10_000;

export const countUnassigned = async (db: Db, companyId: string): Promise<number> => {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from (
      select from issues_in_scope i
      where i.company_id = ${companyId} and i.assignee_agent_id is null
        and i.assignee_user_id is null and i.status not in ('done', 'cancelled')
      limit ${UNASSIGNED_MAX}
    ) unassigned`,
  );
  return count;
};

/**
 * Stale issues, the longest silent first. Every activity, a comment too, sets `updated_at`. The
 * index has them in this order; only the rows of those that are listed are read.
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
