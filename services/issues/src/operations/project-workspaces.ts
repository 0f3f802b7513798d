/** The workspaces of one project, held still while one of them changes. */
import { Refusal, type Scope, type Workspace } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { assertWritable } from '../store/companies.ts';
import { getProjectRow, lockProject, setPrimary } from '../store/projects.ts';

export interface Workspaces {
  readonly id: string;
  readonly companyId: string;
  /** Oldest first. */
  readonly workspaces: readonly Workspace[];
}

export async function lockWorkspaces(db: Db, scope: Scope, projectId: string): Promise<Workspaces> {
  const companyId = await lockProject(db, scope, projectId);
  await assertWritable(db, companyId);
  const { id, workspaces } = await getProjectRow(db, companyId, projectId);
  return { id, companyId, workspaces: workspaces.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

export function findWorkspace({ workspaces }: Workspaces, workspaceId: string): Workspace {
  const found = workspaces.find(({ id }) => id === workspaceId.toLowerCase());
  if (!found) throw new Refusal('workspace_not_found');
  return found;
}

export const electPrimary = async (
  db: Db,
  projectId: string,
  primary: string | undefined,
): Promise<void> => {
  if (primary !== undefined) await setPrimary(db, projectId, primary);
};
