/** What answers and events show of projects and workspaces. */
import type { Project, Workspace } from '@muster/contracts';
import type { ProjectRow } from '../store/projects.ts';

export const showProject = (row: ProjectRow): Project => ({
  ...row, primaryWorkspace: row.workspaces.find(({ isPrimary }) => isPrimary) ?? null,
});

export const projectSnapshot = ({ id, name, status, goalIds, version }: ProjectRow) => ({
  projectId: id, name, status, goalIds, version,
});

export const workspaceSnapshot = ({ id, projectId, name, isPrimary }: Workspace) => ({
  workspaceId: id, projectId, name, isPrimary,
});
