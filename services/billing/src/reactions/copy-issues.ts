import { issues } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveIssue } from '../store/issues.ts';

/** Fields of the copy that an update may change. */
const COPIED = ['title', 'projectId', 'goalId'];

/** A change of other fields leaves the version of the copy behind, which only orders copies. */
export const copyIssues = reaction(
  issues,
  ['issue.created', 'issue.updated'],
  async ({ companyId, payload }, { db }) => saveIssue(db, companyId, payload),
  {
    history: 'state',
    pace: 'quick',
    when: ({ type, payload }) =>
      type === 'issue.created' || COPIED.some((field) => field in payload.changes),
  },
);
