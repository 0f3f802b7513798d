import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { assertPlaced, primaryAfter } from '../domain/workspace.ts';
import { saveWorkspace } from '../store/projects.ts';
import { electPrimary, findWorkspace, lockWorkspaces } from './project-workspaces.ts';
import { workspaceSnapshot } from './project-answers.ts';

export const updateWorkspace: Handler<typeof issues, 'updateWorkspace'> = async (
  { projectId, workspaceId, isPrimary: wants, ...patch },
  { db, scope, now, say },
) => {
  const project = await lockWorkspaces(db, scope, projectId);
  const before = findWorkspace(project, workspaceId);
  const { id, companyId } = before;
  const primary = primaryAfter(project.workspaces, { id, wants });
  const { name = before.name, cwd = before.cwd } = patch;
  const { repoUrl = before.repoUrl, repoRef = before.repoRef } = patch;
  const next = { ...before, name, cwd, repoUrl, repoRef, isPrimary: primary === id };
  assertPlaced(next);
  if (JSON.stringify(next) === JSON.stringify(before)) return before;
  const workspace = { ...next, updatedAt: now };
  await saveWorkspace(db, workspace);
  await electPrimary(db, project.id, primary);
  say('workspace.updated', { companyId, entityId: id, payload: workspaceSnapshot(workspace) });
  return workspace;
};
