/** Counts of the issues that pass the filters of a list. */
import { badInput, issue, NOTHING, type Send, type Who, type WorkRow } from './row.ts';

const goal: Send = ['POST /api/companies/$company/goals', { title: 'One' }];
const count = (query: string, by: Who = 'ann'): Send => [
  `GET /api/companies/$company/issues/counts?${query}`,
  undefined,
  by,
];

/** Each with a value that no issue has. */
const none = [
  'assigneeAgentId',
  'assigneeAgentIds',
  'assigneeUserId',
  'createdByAgentId',
  'createdByUserId',
  'projectId',
  'projectIds',
  'goalIds',
  'parentId',
  'labelId',
  'labelIds',
  'ids',
];

export const countRows: readonly WorkRow[] = [
  {
    rule: 'has every status that was asked for',
    first: {
      goal,
      a: issue({ goalId: '$goal', status: 'todo' }),
      b: issue({ goalId: '$goal', status: 'done' }),
    },
    send: count('goalId=$goal&status=todo,done,backlog'),
    answers: 200,
    shows: { byStatus: { todo: 1, done: 1, backlog: 0 }, more: [] },
  },
  ...none.map((filter): WorkRow => ({
    rule: `of ${filter} is 0 where no issue has the value`,
    send: count(`status=todo&${filter}=${NOTHING}`),
    answers: 200,
    shows: { byStatus: { todo: 0 }, more: [] },
  })),
  {
    rule: 'is of the same filters as a list',
    first: { goal, a: issue({ goalId: '$goal', priority: 'low', status: 'todo' }) },
    send: count(
      'goalId=$goal&priority=low&unassigned=true&blocked=false&updatedSince=2020-01-01T00:00:00Z',
    ),
    answers: 200,
    shows: { byStatus: { todo: 1, done: 0 } },
  },
  {
    rule: 'is not of an unknown status',
    send: count('status=open'),
    answers: badInput,
    at: 'status.0',
  },
  {
    rule: 'is not of another company',
    send: count('', 'zoe'),
    answers: [404, 'company_not_found'],
  },
  { rule: 'needs a caller', send: count('', 'nobody'), answers: [401, 'unauthenticated'] },
];
