/** Copies of issues, projects and goals, to which costs are attributed. */
import type { IssueSnapshot, Payload, issues } from '@muster/contracts';
import { maybeOne, noneAwaited, sql, type Db } from '@muster/service-kit';

export const saveIssues = (
  db: Db,
  issues: readonly (IssueSnapshot & { readonly companyId: string })[],
) =>
  noneAwaited(
    db,
    sql`
    insert into issues as i (
      issue_id, company_id, identifier, title, project_id, goal_id, version
    )
    select * from unnest(
      ${issues.map(({ issueId }) => issueId)}::uuid[],
      ${issues.map(({ companyId }) => companyId)}::uuid[],
      ${issues.map(({ identifier }) => identifier)}::text[],
      ${issues.map(({ title }) => title)}::text[],
      ${issues.map(({ projectId }) => projectId)}::uuid[],
      ${issues.map(({ goalId }) => goalId)}::uuid[],
      ${issues.map(({ version }) => version)}::integer[]
    )
    on conflict (issue_id) do update
    set identifier = excluded.identifier, title = excluded.title,
      project_id = excluded.project_id, goal_id = excluded.goal_id, version = excluded.version
    where excluded.version > i.version`,
  );

export interface IssueLinks {
  readonly projectId: string | null;
  readonly goalId: string | null;
}

export const findIssue = (
  db: Db,
  companyId: string,
  issueId: string,
): Promise<IssueLinks | undefined> =>
  maybeOne<IssueLinks>(
    db,
    sql`
    select project_id, goal_id from issues
    where company_id = ${companyId} and issue_id = ${issueId}`,
  );

export const saveProject = (
  db: Db,
  companyId: string,
  { projectId, name, version }: Payload<typeof issues, 'project.created'>,
) =>
  noneAwaited(
    db,
    sql`
    insert into projects as p (project_id, company_id, name, version)
    values (${projectId}, ${companyId}, ${name}, ${version})
    on conflict (project_id) do update set name = excluded.name, version = excluded.version
    where excluded.version > p.version`,
  );

export const saveGoal = (db: Db, companyId: string, goalId: string) =>
  noneAwaited(
    db,
    sql`
    insert into goals (goal_id, company_id) values (${goalId}, ${companyId})
    on conflict (goal_id) do nothing`,
  );

export async function hasProject(db: Db, companyId: string, projectId: string): Promise<boolean> {
  const project = await maybeOne(
    db,
    sql`
    select project_id from projects where company_id = ${companyId} and project_id = ${projectId}`,
  );
  return project !== undefined;
}

export async function hasGoal(db: Db, companyId: string, goalId: string): Promise<boolean> {
  const goal = await maybeOne(
    db,
    sql`
    select goal_id from goals where company_id = ${companyId} and goal_id = ${goalId}`,
  );
  return goal !== undefined;
}
