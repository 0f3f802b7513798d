import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { primaryAfter } from '../domain/workspace.ts';
import { deleteWorkspaceRow } from '../store/projects.ts';
import { electPrimary, findWorkspace, lockWorkspaces } from './project-workspaces.ts';
import { workspaceSnapshot } from './project-answers.ts';

export const deleteWorkspace: Handler<typeof issues, 'deleteWorkspace'> = async (
  { projectId, workspaceId },
  { db, scope, say },
) => {
  const project = await lockWorkspaces(db, scope, projectId);
  const workspace = findWorkspace(project, workspaceId);
  const { id, companyId } = workspace;
  await deleteWorkspaceRow(db, workspace);
  const others = project.workspaces.filter((other) => other.id !== id);
  await electPrimary(db, project.id, primaryAfter(others));
  say('workspace.deleted', { companyId, entityId: id, payload: workspaceSnapshot(workspace) });
  return workspace;
};
