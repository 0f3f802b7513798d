import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findProject } from '../../store/projects.ts';
import { showProject } from '../../views.ts';

export const getProject: Handler<typeof issues, 'getProject'> = async (
  { projectId },
  { db, scope },
) => {
  const project = await findProject(db, scope, projectId);
  if (!project) throw new Refusal('project_not_found');
  return showProject(project);
};
