/**
 * Issues that nobody works on since a run was given up or their agent was terminated. A row counts only
 * while the issue is as it was left. The next run removes it, and what a person does to the issue.
 */
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import { snapshotColumns } from './issue-columns.ts';
import type { LeftIssue } from './left/left-issues.ts';

export interface GivenUpRun {
  readonly companyId: string;
  readonly agentId: string;
  readonly runId: string;
  readonly issueId: string | null;
  readonly cause: 'run_cancelled' | 'run_failed';
  readonly since: string;
}

/** Issues that one run leaves: the one that it was for, and those that it has checked out. */
const ISSUES_OF_RUN_MAX = 200;

/** Of an issue `i` and its row `g`. */
const isAsItWasLeft: Statement = sql`(
  g.cause <> 'agent_terminated' and i.assignee_agent_id = g.agent_id and (
    i.status = 'todo'
    or i.status = 'in_progress' and (i.checkout_run_id is null or i.checkout_run_id = g.run_id)
  )
  or g.cause = 'agent_terminated' and i.status = 'todo'
    and coalesce(i.assignee_agent_id, i.assignee_user_id) is null
)`;

/** The rows of `given_up_issues_in_scope` that count, as `g`, each with its issue `i`. */
export const givenUpIssues: Statement = sql`
  given_up_issues_in_scope g
  join issues_in_scope i on i.id = g.issue_id and i.company_id = g.company_id and ${isAsItWasLeft}`;

export const saveGivenUpRun = (db: Db, run: GivenUpRun): Promise<void> =>
  none(
    db,
    sql`
    insert into given_up_issues as g (issue_id, company_id, agent_id, run_id, cause, since)
    select i.id, i.company_id, i.assignee_agent_id, ${run.runId}::uuid, ${run.cause}, ${run.since}
    from issues i
    where i.assignee_agent_id = ${run.agentId} and i.company_id = ${run.companyId}
      and i.status in ('todo', 'in_progress')
      and (i.id = ${run.issueId}::uuid or i.checkout_run_id = ${run.runId}::uuid)
    order by i.id limit ${ISSUES_OF_RUN_MAX}
    on conflict (issue_id) do update
    set agent_id = excluded.agent_id, run_id = excluded.run_id, cause = excluded.cause,
      since = excluded.since`,
  );

/** In this order of ids, as every other writer of these rows. */
export const saveGivenUpByTermination = (
  db: Db,
  companyId: string,
  agentId: string,
  { ids, since }: { readonly ids: readonly string[]; readonly since: string },
): Promise<void> =>
  none(
    db,
    sql`
    insert into given_up_issues as g (issue_id, company_id, agent_id, cause, since)
    select id, ${companyId}::uuid, ${agentId}::uuid, 'agent_terminated', ${since}
    from unnest(${ids}::uuid[]) id order by id limit ${ids.length}
    on conflict (issue_id) do update
    set agent_id = excluded.agent_id, run_id = null, cause = excluded.cause,
      since = excluded.since`,
  );

/** A run has begun that works on the issue, or, without one, on whatever its agent has: what counted is returned. */
export const removeGivenUp = (
  db: Db,
  companyId: string,
  { agentId, issueId }: { readonly agentId: string; readonly issueId: string | null },
): Promise<TakenUpIssue[]> =>
  many<TakenUpIssue>(
    db,
    sql`
    with g as (
      delete from given_up_issues
      where company_id = ${companyId}
        and ${issueId === null ? sql`agent_id = ${agentId}` : sql`issue_id = ${issueId}`}
      returning issue_id, company_id
    )
    select ${snapshotColumns} from g
    join issues i on i.id = g.issue_id and i.company_id = g.company_id
    where i.status in ('todo', 'in_progress')
    order by i.id limit ${ISSUES_OF_RUN_MAX}`,
  );

export type TakenUpIssue = Omit<LeftIssue, 'times'>;

/** A person has given it another status or assignee. Whether it was given up. */
export const removeGivenUpIssue = async (
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
): Promise<boolean> => {
  const removed = await maybeOne<{ issueId: string }>(
    db,
    sql`
    delete from given_up_issues where issue_id = ${id} and company_id = ${companyId}
    returning issue_id`,
  );
  return removed !== undefined;
};
