import { isSame, Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { primaryAfter, requireLocation } from '../../domain/workspace.ts';
import { workspaceEvent } from '../../events.ts';
import {
  getWorkspace,
  lockWorkspaces,
  savePrimary,
  saveWorkspace,
} from '../../store/planning/workspaces.ts';

export const updateWorkspace: Handler<typeof issues, 'updateWorkspace'> = async (
  { projectId, workspaceId, ifVersion, isPrimary: wants, ...patch },
  { db, scope, now, emit },
) => {
  const project = await lockWorkspaces(db, scope, projectId);
  const before = getWorkspace(project, workspaceId);
  const { id, version } = before;
  if ((ifVersion ?? version) !== version) throw new Refusal('version_mismatch');
  const primary = primaryAfter(project.workspaces, { id, wants });
  const { name = before.name, cwd = before.cwd } = patch;
  const { repoUrl = before.repoUrl, repoRef = before.repoRef } = patch;
  const next = { ...before, name, cwd, repoUrl, repoRef, isPrimary: primary === id };
  requireLocation(next);
  if (isSame(next, before)) return before;
  const workspace = { ...next, updatedAt: now, version: version + 1 };
  await savePrimary(db, project, primary);
  await saveWorkspace(db, workspace);
  emit('workspace.updated', workspaceEvent(workspace));
  return workspace;
};
