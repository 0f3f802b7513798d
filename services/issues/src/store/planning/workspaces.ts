/** The workspaces of a project. They change under the lock of the project's row. */
import { Refusal, type Scope } from '@muster/contracts';
import { type Db, many, maybeOne, none, sql } from '@muster/service-kit';
import type { WorkspaceRow } from '../../domain/workspace.ts';
import { requireWritableCompany } from '../companies.ts';
import { getProjectRow, lockProject } from './projects.ts';

export interface LockedWorkspaces {
  readonly projectId: string;
  readonly companyId: string;
  /** Oldest first. */
  readonly workspaces: readonly WorkspaceRow[];
}

export async function lockWorkspaces(db: Db, scope: Scope, ref: string): Promise<LockedWorkspaces> {
  const companyId = await lockProject(db, scope, ref);
  await requireWritableCompany(db, companyId);
  const { id, workspaces } = await getProjectRow(db, companyId, ref);
  const oldestFirst = workspaces.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { projectId: id, companyId, workspaces: oldestFirst };
}

export function getWorkspace({ workspaces }: LockedWorkspaces, workspaceId: string): WorkspaceRow {
  const found = workspaces.find(({ id }) => id === workspaceId.toLowerCase());
  if (!found) throw new Refusal('workspace_not_found');
  return found;
}

export const insertWorkspace = (db: Db, workspace: WorkspaceRow): Promise<void> =>
  none(
    db,
    sql`
    insert into workspaces (
      id, company_id, project_id, name, cwd, repo_url, repo_ref, is_primary, created_at, updated_at,
      version
    )
    values (
      ${workspace.id}, ${workspace.companyId}, ${workspace.projectId}, ${workspace.name},
      ${workspace.cwd}, ${workspace.repoUrl}, ${workspace.repoRef}, ${workspace.isPrimary},
      ${workspace.createdAt}, ${workspace.updatedAt}, ${workspace.version}
    )`,
  );

export const saveWorkspace = (db: Db, workspace: WorkspaceRow): Promise<void> =>
  none(
    db,
    sql`
    update workspaces
    set name = ${workspace.name}, cwd = ${workspace.cwd}, repo_url = ${workspace.repoUrl},
      repo_ref = ${workspace.repoRef}, updated_at = ${workspace.updatedAt},
      version = ${workspace.version}
    where id = ${workspace.id} and project_id = ${workspace.projectId}
      and company_id = ${workspace.companyId}`,
  );

export const deleteWorkspaceRow = (db: Db, { id, companyId }: WorkspaceRow): Promise<void> =>
  none(db, sql`delete from workspaces where id = ${id} and company_id = ${companyId}`);

/**
 * Makes the workspace the primary one; `undefined` changes nothing. One that is inserted or saved
 * afterwards has the version of that. In two statements, because the index that allows one primary
 * per project checks each row as it changes.
 */
export async function savePrimary(
  db: Db,
  { projectId, companyId }: Pick<LockedWorkspaces, 'projectId' | 'companyId'>,
  workspaceId: string | undefined,
): Promise<void> {
  if (workspaceId === undefined) return;
  await none(
    db,
    sql`
    update workspaces set is_primary = false, version = version + 1
    where project_id = ${projectId} and company_id = ${companyId}
      and is_primary and id <> ${workspaceId}`,
  );
  await none(
    db,
    sql`
    update workspaces set is_primary = true, version = version + 1
    where project_id = ${projectId} and company_id = ${companyId}
      and id = ${workspaceId} and not is_primary`,
  );
}

/** What the checkout of an issue is made from. */
export interface Checkout {
  readonly identifier: string;
  readonly title: string;
  readonly repoRef: string | null;
  /** Absent for an agent with a folder. */
  readonly repoUrl?: string | null;
}

/** A workspace in another folder says nothing about this one. */
export const findCheckout = (
  db: Db,
  {
    companyId,
    issueId,
    cwd,
  }: { readonly companyId: string; readonly issueId: string; readonly cwd: string },
): Promise<Checkout | undefined> =>
  maybeOne<Checkout>(
    db,
    sql`
    select i.identifier, i.title, (
      select w.repo_ref from workspaces w
      where w.project_id = i.project_id and w.company_id = i.company_id
        and (w.cwd = ${cwd} or (w.cwd is null and w.is_primary))
      order by w.cwd is null, w.id limit 1
    ) as repo_ref
    from issues i where i.company_id = ${companyId} and i.id = ${issueId}`,
  );

/** For an agent without a folder: the primary workspace, if it names a repository, else the oldest that does. */
export const findClone = (
  db: Db,
  { companyId, issueId }: { readonly companyId: string; readonly issueId: string },
): Promise<Checkout | undefined> =>
  maybeOne<Checkout>(
    db,
    sql`
    select i.identifier, i.title, w.repo_ref, w.repo_url
    from issues i left join lateral (
      select repo_ref, repo_url from workspaces
      where project_id = i.project_id and company_id = i.company_id and repo_url is not null
      order by is_primary desc, id limit 1
    ) w on true
    where i.company_id = ${companyId} and i.id = ${issueId}`,
  );

export async function listEnded(
  db: Db,
  companyId: string,
  issueIds: readonly string[],
): Promise<string[]> {
  const ended = await many<{ identifier: string }>(
    db,
    sql`
    select identifier from issues
    where company_id = ${companyId} and id = any(${issueIds}::uuid[])
      and status in ('done', 'cancelled')
    order by id limit ${issueIds.length}`,
  );
  return ended.map(({ identifier }) => identifier);
}
