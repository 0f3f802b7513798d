/** Projects. */
import { Refusal, type Project, type ProjectStatus, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type FirstRows,
  type Statement,
} from '@muster/service-kit';
import type { OwnRule } from '../../domain/reviewing/review-rule.ts';
import type { WorkspaceRow } from '../../domain/workspace.ts';
import { holdOfProject } from '../holds/holding.ts';
import { workspacesOf } from './planning-views.ts';

const projectColumns = sql`
  p.id, p.company_id, p.name, p.url_key, p.description, p.status, p.goal_ids[1] as goal_id,
  p.goal_ids, p.lead_agent_id, to_char(p.target_date, 'YYYY-MM-DD') as target_date, p.color,
  p.archived_at, p.review_policy, p.reviewer_agent_id, p.reviewer_user_id, p.review_evidence,
  p.created_at, p.updated_at, p.version,
  (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', g.id, 'title', g.title) order by array_position(p.goal_ids, g.id)
    ), '[]')
    from goals g where g.company_id = p.company_id and g.id = any(p.goal_ids)
  ) as goals,
  ${workspacesOf(sql`p.id`)} as workspaces, ${holdOfProject} as hold`;

export interface ProjectRow
  extends Omit<Project, 'primaryWorkspace' | 'workspaces' | keyof OwnRule>, OwnRule {
  readonly workspaces: WorkspaceRow[];
}

/** The stored fields of a project; the others are derived. */
export interface ProjectFields extends OwnRule {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly urlKey: string;
  readonly description: string;
  readonly status: ProjectStatus;
  readonly goalIds: readonly string[];
  readonly leadAgentId: string | null;
  readonly targetDate: string | null;
  readonly color: string | null;
  readonly archivedAt: string | null;
}

export const insertProject = (db: Db, project: ProjectFields, now: string): Promise<void> =>
  none(
    db,
    sql`
    insert into projects (
      id, company_id, name, url_key, description, status, goal_ids, lead_agent_id, target_date,
      color, archived_at, review_policy, reviewer_agent_id, reviewer_user_id, review_evidence,
      created_at, updated_at
    )
    values (
      ${project.id}, ${project.companyId}, ${project.name}, ${project.urlKey},
      ${project.description}, ${project.status}, ${project.goalIds}, ${project.leadAgentId},
      ${project.targetDate}, ${project.color}, ${project.archivedAt},
      ${project.reviewPolicy}, ${project.reviewerAgentId}, ${project.reviewerUserId},
      ${project.reviewEvidence}, ${now}, ${now}
    )`,
  );

export const saveProject = (db: Db, project: ProjectFields, now: string): Promise<void> =>
  none(
    db,
    sql`
    update projects
    set name = ${project.name}, url_key = ${project.urlKey}, description = ${project.description},
      status = ${project.status}, goal_ids = ${project.goalIds},
      lead_agent_id = ${project.leadAgentId}, target_date = ${project.targetDate},
      color = ${project.color}, archived_at = ${project.archivedAt},
      review_policy = ${project.reviewPolicy}, reviewer_agent_id = ${project.reviewerAgentId},
      reviewer_user_id = ${project.reviewerUserId}, review_evidence = ${project.reviewEvidence},
      updated_at = greatest(updated_at, ${now}), version = version + 1
    where id = ${project.id} and company_id = ${project.companyId}`,
  );

export const findProject = (db: Db, scope: Scope, id: string): Promise<ProjectRow | undefined> =>
  maybeOne<ProjectRow>(
    db,
    sql`
    select ${projectColumns} from projects p
    where p.id = ${id} and ${inScope(scope, sql`p.company_id`)}`,
  );

export const getProjectRow = (db: Db, companyId: string, id: string): Promise<ProjectRow> =>
  one<ProjectRow>(
    db,
    sql`
    select ${projectColumns} from projects p where p.id = ${id} and p.company_id = ${companyId}`,
  );

/** Locks the project for a change of it or of its workspaces. */
export async function lockProject(db: Db, scope: Scope, id: string): Promise<string> {
  const locked = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from projects where id = ${id} and ${inScope(scope)}
    for no key update`,
  );
  if (!locked) throw new Refusal('project_not_found');
  return locked.companyId;
}

const projectsStatement = (
  companyId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Statement => sql`
  select ${projectColumns} from projects p
  where p.company_id = ${companyId} and (${after}::uuid is null or p.id > ${after}::uuid)
  order by p.id limit ${limit}`;

export const listProjectRows = (
  db: Db,
  companyId: string,
  after: string | undefined,
  size: number,
): Promise<FirstRows<ProjectRow>> =>
  firstRows(db, projectsStatement(companyId, { after: after ?? null, limit: size + 1 }), size, {
    texts: ['description'],
    json: ['goals', 'workspaces', 'hold'],
  });
