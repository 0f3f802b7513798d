/** Issues and their comments, with labels, projects, workspaces and goals. */
import { contract } from '../define.ts';
import { bulkEvents, bulkOperations } from './bulk.ts';
import { childrenOperations } from './children.ts';
import { commentOperations } from './comments.ts';
import { documentEvents, documentOperations } from './documents.ts';
import { fileEvents, fileOperations } from './files/files.ts';
import { issueEvents } from './events.ts';
import { holdEvents, holdOperations } from './holds.ts';
import { issueOperations } from './operations.ts';
import { overviewOperations } from './overviews.ts';
import { routineEvents, routineOperations } from './routines.ts';
import { waitOperations } from './waits.ts';
import { planningEvents, planningOperations } from './planning.ts';
import { questionEvents, questionOperations } from './questions.ts';

export { NEW_CHILDREN_MAX } from './children.ts';
export * from './comment-records.ts';
export * from './document-records.ts';
export * from './files/file-records.ts';
export * from './planning-records.ts';
export * from './question-records.ts';
export { OPEN_QUESTIONS_MAX } from './questions.ts';
export * from './records.ts';
export * from './snapshots.ts';
export * from './reviews.ts';
export * from './wait-records.ts';
export type { WaitEnded } from './waits.ts';
export * from './hold-records.ts';
export * from './routine-records.ts';
export {
  BULK_CHANGES_MAX,
  BULK_DECIDED_MAX,
  BULK_ISSUES_MAX,
  BULK_REFUSED_NAMED_MAX,
  type BulkChange,
  type BulkReceipt,
} from './bulk.ts';

export const issues = contract({
  name: 'issues',
  summary: 'Issues, comments, labels, projects, workspaces, goals and routines.',
  operations: {
    ...issueOperations,
    ...childrenOperations,
    ...holdOperations,
    ...bulkOperations,
    ...commentOperations,
    ...waitOperations,
    ...questionOperations,
    ...documentOperations,
    ...fileOperations,
    ...overviewOperations,
    ...planningOperations,
    ...routineOperations,
  },
  states: ['goal.created', 'project.created', 'issue.created'],
  events: {
    ...issueEvents,
    ...holdEvents,
    ...questionEvents,
    ...documentEvents,
    ...fileEvents,
    ...bulkEvents,
    ...planningEvents,
    ...routineEvents,
  },
});
