import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { primaryAfter } from '../../domain/workspace.ts';
import { workspaceEvent } from '../../events.ts';
import {
  deleteWorkspaceRow,
  getWorkspace,
  lockWorkspaces,
  savePrimary,
} from '../../store/planning/workspaces.ts';

export const deleteWorkspace: Handler<typeof issues, 'deleteWorkspace'> = async (
  { projectId, workspaceId },
  { db, scope, emit },
) => {
  const project = await lockWorkspaces(db, scope, projectId);
  const workspace = getWorkspace(project, workspaceId);
  await deleteWorkspaceRow(db, workspace);
  const others = project.workspaces.filter((other) => other.id !== workspace.id);
  await savePrimary(db, project, primaryAfter(others));
  emit('workspace.deleted', workspaceEvent(workspace));
  return workspace;
};
