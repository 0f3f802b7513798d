import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveIssue } from '../store/issues.ts';

export const copyIssues = reaction(
  issues,
  ['issue.created', 'issue.updated'],
  async ({ companyId, payload }, { db }) => saveIssue(db, companyId, payload),
  { history: 'state', isPaced: true },
);
