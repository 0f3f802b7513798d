import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findProject } from '../../store/planning/projects.ts';

export const listWorkspaces: Handler<typeof issues, 'listWorkspaces'> = async (
  { projectId },
  { db, scope },
) => {
  const project = await findProject(db, scope, projectId);
  if (!project) throw new Refusal('project_not_found');
  return project.workspaces;
};
