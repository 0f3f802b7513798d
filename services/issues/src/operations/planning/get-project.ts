import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findProject } from '../../store/planning/projects.ts';
import { withProgress } from '../../store/overviews/progress.ts';
import { showProject } from '../../views.ts';

export const getProject: Handler<typeof issues, 'getProject'> = async (
  { projectId, progress },
  { db, scope, slowReads },
) => {
  const project = await findProject(db, scope, projectId);
  if (!project) throw new Refusal('project_not_found');
  const shown = showProject(project);
  if (!progress) return shown;
  const [measured] = await withProgress(slowReads, 'project', [shown]);
  return measured ?? shown;
};
