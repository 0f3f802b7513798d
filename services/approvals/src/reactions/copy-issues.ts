import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveIssue } from '../store/issues.ts';

export const copyIssues = reaction(
  issues,
  ['issue.created'],
  async ({ companyId, payload }, { db }) => saveIssue(db, companyId, payload.issueId),
  { history: 'state', pace: 'quick' },
);
