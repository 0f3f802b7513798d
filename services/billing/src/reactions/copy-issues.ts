import { issues } from '@muster/contracts';
import { reactionToSeveral } from '@muster/service-kit';
import { saveIssues } from '../store/issues.ts';

/** Fields of the copy that an update may change. */
const COPIED = ['title', 'projectId', 'goalId'];

/** A change of other fields leaves the version of the copy behind, which only orders copies. */
export const copyIssues = reactionToSeveral(
  issues,
  ['issue.created', 'issue.updated'],
  (events, { db }) => {
    const newest = new Map(events.map((event) => [event.payload.issueId, event]));
    return saveIssues(
      db,
      [...newest.values()].map(({ companyId, payload }) => ({ companyId, ...payload })),
    );
  },
  {
    history: 'state',
    when: ({ type, payload }) =>
      type === 'issue.created' || COPIED.some((field) => field in payload.changes),
  },
);
