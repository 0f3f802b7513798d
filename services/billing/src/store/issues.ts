/** The copy of issues: of which project and goal the work is that a cost was for. */
import type { IssueSnapshot } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

export const saveIssue = (
  db: Db,
  companyId: string,
  { issueId, projectId, goalId, version }: IssueSnapshot,
) =>
  none(db, sql`
    insert into issues as i (issue_id, company_id, project_id, goal_id, version)
    values (${issueId}, ${companyId}, ${projectId}, ${goalId}, ${version})
    on conflict (issue_id) do update
    set project_id = excluded.project_id, goal_id = excluded.goal_id, version = excluded.version
    where excluded.version > i.version`);

export interface IssueContext {
  readonly projectId: string | null;
  readonly goalId: string | null;
}

export const findIssue = (
  db: Db,
  companyId: string,
  issueId: string,
): Promise<IssueContext | undefined> =>
  maybeOne<IssueContext>(db, sql`
    select project_id, goal_id from issues
    where company_id = ${companyId} and issue_id = ${issueId}`);
