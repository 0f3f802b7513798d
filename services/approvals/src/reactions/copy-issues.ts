import { issues } from '@muster/contracts';
import { reactionToSeveral } from '@muster/service-kit';
import { saveIssues } from '../store/issues.ts';

export const copyIssues = reactionToSeveral(
  issues,
  ['issue.created'],
  (events, { db }) =>
    saveIssues(
      db,
      events.map(({ companyId, payload: { issueId } }) => ({ companyId, issueId })),
    ),
  { history: 'state' },
);
