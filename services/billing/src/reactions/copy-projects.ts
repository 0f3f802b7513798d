import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveProject } from '../store/issues.ts';

export const copyProjects = reaction(
  issues,
  ['project.created', 'project.updated'],
  async ({ companyId, payload }, { db }) => saveProject(db, companyId, payload),
  { history: 'state', isCopy: true },
);
