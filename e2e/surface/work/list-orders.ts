/** Filters and orders of lists of issues that look through a stretch of them. */
import { issue, NOTHING, type Send, type Who, type WorkRow } from './row.ts';

/** Lists the issues of a goal that no other row has. */
const goal: Send = ['POST /api/companies/$company/goals', { title: 'One' }];
const list = (query: string, by: Who = 'ann'): Send => [
  `GET /api/companies/$company/issues?goalId=$goal&${query}`,
  undefined,
  by,
];
const own = (fields: object = {}): Send => issue({ goalId: '$goal', ...fields });
const two = { goal, a: own(), b: own() };

export const listOrderRows: readonly WorkRow[] = [
  {
    rule: 'are filtered by their ids',
    first: two,
    send: list('ids=$a'),
    answers: 200,
    shows: [{ id: '$a' }],
  },
  {
    rule: 'are filtered by several goals',
    first: two,
    send: [`GET /api/companies/$company/issues?goalIds=$goal,${NOTHING}&sort=created`],
    answers: 200,
    shows: [{ id: '$b' }, { id: '$a' }],
  },
  {
    rule: 'are filtered by the agent that has created them',
    first: {
      goal,
      other: own(),
      a: ['POST /api/companies/$company/issues', { title: 'A', goalId: '$goal' }, 'bob'],
    },
    send: list('createdByAgentId=$bob'),
    answers: 200,
    shows: [{ id: '$a' }],
  },
  {
    rule: 'are filtered by the user that has created them',
    first: {
      goal,
      other: ['POST /api/companies/$company/issues', { title: 'B', goalId: '$goal' }, 'bob'],
      a: ['POST /api/companies/$company/issues', { title: 'A', goalId: '$goal' }, 'una'],
    },
    send: list('createdByUserId=me', 'una'),
    answers: 200,
    shows: [{ id: '$a' }],
  },
  {
    rule: 'are ordered by latest change alone',
    first: { goal, a: own({ priority: 'critical' }), b: own({ priority: 'low' }) },
    send: list('sort=updated'),
    answers: 200,
    shows: [{ id: '$b' }, { id: '$a' }],
  },
  {
    rule: 'show allowed moves and counts of children where they are selected',
    first: { goal, a: own(), child: issue({ parentId: '$a' }) },
    send: list('fields=id,allowedTransitions,childCounts'),
    answers: 200,
    shows: [{ id: '$a', childCounts: { open: 1, ended: 0 } }],
  },
];
