import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveGoal, saveIssue, saveProject } from '../store/issues.ts';

export const keepIssues = reaction(
  issues,
  ['issue.created', 'issue.updated'],
  async ({ companyId, payload }, { db }) => saveIssue(db, companyId, payload),
);

export const keepProjects = reaction(
  issues,
  ['project.created', 'project.updated'],
  async ({ companyId, payload }, { db }) => saveProject(db, companyId, payload),
);

export const keepGoals = reaction(
  issues,
  ['goal.created'],
  async ({ companyId, payload }, { db }) => saveGoal(db, companyId, payload.goalId),
);
