/** Listing issues. */
import { expect } from 'vitest';
import {
  badInput,
  issue,
  NOTHING,
  priorities,
  statuses,
  type Send,
  type Who,
  type WorkRow,
} from './row.ts';

/** Lists the issues of a goal that no other row has. */
const goal: Send = ['POST /api/companies/$company/goals', { title: 'One' }];
const list = (query: string, by: Who = 'ann'): Send => [
  `GET /api/companies/$company/issues?goalId=$goal&${query}`,
  undefined,
  by,
];
const own = (fields: object = {}): Send => issue({ goalId: '$goal', ...fields });
const two = { goal, a: own(), b: own() };

/** A filter, the fields of an issue that it finds, and of one that it does not. */
const filters: readonly [query: string, found: object, other: object][] = [
  ['assigneeAgentId=$bob', { assigneeAgentId: '$bob' }, { assigneeAgentId: '$ann' }],
  ['assigneeUserId=$una', { assigneeUserId: '$una' }, { assigneeAgentId: '$ann' }],
  ['projectId=$project', { projectId: '$project' }, {}],
  ['labelId=$label', { labelIds: ['$label'] }, {}],
  ['parentId=$other', { parentId: '$other' }, {}],
  ['assigneeAgentIds=$bob', { assigneeAgentId: '$bob' }, { assigneeAgentId: '$ann' }],
  ['projectIds=$project', { projectId: '$project' }, {}],
  ['labelIds=$label', { labelIds: ['$label'] }, {}],
  ['unassigned=true', {}, { assigneeAgentId: '$bob' }],
  ['unassigned=false', { assigneeAgentId: '$bob' }, {}],
  ['blocked=true', { blockedByIssueIds: ['$other'] }, {}],
  ['status=done', { status: 'done' }, {}],
  ['priority=low', { priority: 'low' }, { priority: 'high' }],
  [
    'status=todo,done&assigneeAgentId=$bob&priority=low,critical',
    { assigneeAgentId: '$bob', priority: 'low' },
    { assigneeAgentId: '$bob' },
  ],
];

const wrong: readonly [query: string, at: string][] = [
  ['status=open', 'status.0'],
  ['status=todo,', 'status.1'],
  ['status=Done', 'status.0'],
  ['priority=urgent', 'priority.0'],
  ['assigneeAgentId=ann', 'assigneeAgentId'],
  ['assigneeUserId=you', 'assigneeUserId'],
  ['projectId=x', 'projectId'],
  ['parentId=x', 'parentId'],
  ['labelId=x', 'labelId'],
  ['assigneeAgentIds=ann', 'assigneeAgentIds.0'],
  ['projectIds=x', 'projectIds.0'],
  ['goalIds=x', 'goalIds.0'],
  ['labelIds=x', 'labelIds.0'],
  ['ids=x', 'ids.0'],
  ['createdByAgentId=x', 'createdByAgentId'],
  ['createdByUserId=you', 'createdByUserId'],
  ['unassigned=maybe', 'unassigned'],
  ['blocked=maybe', 'blocked'],
  ['sort=title', 'sort'],
  ['updatedSince=yesterday', 'updatedSince'],
  ['q=', 'q'],
  [`q=${'x'.repeat(257)}`, 'q'],
  ['view=tiny', 'view'],
  ['fields=secret', 'fields.0'],
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
];

export const listRows: readonly WorkRow[] = [
  ...filters.map(([query, found, other]): WorkRow => ({
    rule: `are filtered by ${query}`,
    first: { goal, other: own(other), a: own(found) },
    send: list(query),
    answers: 200,
    shows: [{ id: '$a' }],
  })),
  {
    rule: 'are filtered by the caller as a user',
    first: { goal, other: own(), a: own({ assigneeUserId: '$una' }) },
    send: list('assigneeUserId=me', 'una'),
    answers: 200,
    shows: [{ id: '$a' }],
  },
  {
    rule: 'are filtered by a time',
    first: two,
    send: list('updatedSince=2020-01-01T00:00:00.000Z'),
    answers: 200,
    shows: [{ id: '$b' }, { id: '$a' }],
  },
  {
    rule: 'are filtered by a time in the future',
    first: two,
    send: list('updatedSince=2999-01-01T00:00:00.000Z'),
    answers: 200,
    shows: [],
  },
  {
    rule: 'are filtered by a value that no issue has',
    first: two,
    send: list(`projectId=${NOTHING}`),
    answers: 200,
    shows: [],
  },
  ...statuses.map((status): WorkRow => ({
    rule: `are filtered by ${status}`,
    first: { goal, a: own({ status, assigneeAgentId: '$ann' }) },
    send: list(`status=${status}`),
    answers: 200,
    shows: [{ id: '$a', status }],
  })),
  {
    rule: 'are filtered by all statuses',
    first: two,
    send: list(`status=${statuses.join(',')}`),
    answers: 200,
    shows: [{}, {}],
  },
  {
    rule: 'are ordered by priority',
    first: {
      goal,
      ...Object.fromEntries(
        [2, 0, 3, 1].map((at) => [`p${at}`, own({ priority: priorities[at] })]),
      ),
    },
    send: list(''),
    answers: 200,
    shows: priorities.map((priority, at) => ({ id: `$p${at}`, priority })),
  },
  {
    rule: 'are ordered by last change within a priority',
    first: { ...two, c: own(), changed: ['PATCH /api/issues/$a', { title: 'Later' }] },
    send: list(''),
    answers: 200,
    shows: [{ id: '$a' }, { id: '$c' }, { id: '$b' }],
  },
  {
    rule: 'move to the front of their priority with a comment',
    first: { ...two, comment: ['POST /api/issues/$a/comments', { body: 'So.' }] },
    send: list(''),
    answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }],
  },
  ...wrong.map(([query, at]): WorkRow => ({
    rule: `are not listed by ${query.slice(0, 30)}`,
    send: [`GET /api/companies/$company/issues?${query}`],
    answers: badInput,
    at,
  })),
  {
    rule: 'are not listed by a malformed goal id',
    send: ['GET /api/companies/$company/issues?goalId=x'],
    answers: badInput,
    at: 'goalId',
  },
  {
    rule: 'have no description',
    first: { goal, a: own({ description: 'So' }) },
    send: list(''),
    answers: 200,
    shows: expect.toSatisfy(([row]: readonly object[]) => !('description' in (row ?? {}))),
  },
  {
    rule: 'have the requested fields only',
    first: { goal, a: own({ description: 'So' }) },
    send: list('fields=identifier,description'),
    answers: 200,
    shows: expect.toSatisfy(
      ([row]: readonly object[]) =>
        Object.keys(row ?? {})
          .toSorted()
          .join() === 'description,identifier',
    ),
  },
  {
    rule: 'have few fields in a compact view',
    first: { goal, a: own() },
    send: list('view=compact'),
    answers: 200,
    shows: expect.toSatisfy(
      ([row]: readonly object[]) =>
        Object.keys(row ?? {})
          .toSorted()
          .join() === 'id,identifier,priority,status,title,updatedAt',
    ),
  },
  {
    rule: 'have all other fields in a full view',
    first: { goal, a: own() },
    send: list('view=full'),
    answers: 200,
    shows: [{ version: 1, goalId: '$goal', labels: [] }],
  },
  {
    rule: 'come in pages',
    first: two,
    send: list('limit=1'),
    answers: 200,
    shows: [{ id: '$b' }],
    heads: { link: 'rel="next"', 'next-cursor': '' },
  },
  {
    rule: 'come in one page if they fit',
    first: two,
    send: list('limit=2'),
    answers: 200,
    shows: [{}, {}],
  },
  {
    rule: 'come in pages of 500 at most',
    first: two,
    send: list('limit=501'),
    answers: 200,
    shows: [{}, {}],
  },
  {
    rule: 'are not listed with a foreign cursor',
    first: two,
    send: list('cursor=abc'),
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'name a filter that is ignored',
    first: { goal, a: own() },
    send: list('colour=blue'),
    answers: 200,
    shows: [{ id: '$a' }],
    heads: { 'ignored-fields': 'colour' },
  },
  {
    rule: 'refuse an unknown filter in strict handling',
    send: [
      'GET /api/companies/$company/issues?colour=blue',
      undefined,
      'ann',
      { prefer: 'handling=strict' },
    ],
    answers: badInput,
    at: 'colour',
  },
  {
    rule: 'of another company are not listed',
    send: ['GET /api/companies/$foreign/issues', undefined, 'ann'],
    answers: [404, 'company_not_found'],
  },
  {
    rule: 'are not listed without a caller',
    send: ['GET /api/companies/$company/issues', undefined, 'nobody'],
    answers: [401, 'unauthenticated'],
  },
  {
    rule: 'of an archived company are listed',
    send: ['GET /api/companies/$archived/issues', undefined, 'art'],
    answers: 200,
    shows: [{ id: '$oldIssue' }],
  },
];
