/** Children of an issue, created together and listed. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const split = (children: readonly object[], by: Who = 'ann', of = '$issue'): Send => [
  `POST /api/issues/${of}/children`,
  { children },
  by,
];
const list = (of: string, by: Who = 'ann', query = ''): Send => [
  `GET /api/issues/${of}/children${query}`,
  undefined,
  by,
];
const whole = { issue: issue({ title: 'Whole' }) };
const refused = [422, 'child_refused'] as const;

export const childrenRows: readonly WorkRow[] = [
  {
    rule: 'are created together, and block each other by key',
    first: whole,
    send: split([
      { key: 'first', title: 'First', assigneeAgentId: '$bob', wakeOnChildren: 'each' },
      { key: 'next', title: 'Next', blockedBy: ['first'], priority: 'high' },
    ]),
    answers: 201,
    shows: {
      parentId: '$issue',
      keys: { first: { id: expect.any(String) }, next: { id: expect.any(String) } },
      children: [
        { title: 'First', status: 'todo', parentId: '$issue', wakeOnChildren: 'each' },
        { title: 'Next', priority: 'high', blockedByIssueIds: [expect.any(String)] },
      ],
    },
  },
  {
    rule: 'that wait for each other are refused by row',
    first: whole,
    send: split([
      { title: 'Free' },
      { key: 'a', title: 'A', blockedBy: ['b'] },
      { key: 'b', title: 'B', blockedBy: ['a'] },
    ]),
    answers: refused,
    shows: { details: { row: 1, key: 'a', code: 'would_make_cycle' } },
  },
  {
    rule: 'that name an unknown key are refused by row',
    first: whole,
    send: split([{ title: 'Free' }, { title: 'Stuck', blockedBy: ['nothing'] }]),
    answers: refused,
    shows: { details: { row: 1, code: 'issue_not_found' } },
  },
  {
    rule: 'for an absent agent are refused by row',
    first: whole,
    send: split([{ title: 'Free' }, { title: 'Lost', assigneeAgentId: NOTHING }]),
    answers: refused,
    shows: { details: { row: 1, code: 'agent_not_found' } },
  },
  {
    rule: 'need a title each',
    first: whole,
    send: split([{ key: 'a' }]),
    answers: badInput,
    at: 'children.0.title',
  },
  {
    rule: 'are listed with their counts, the open ones first',
    first: {
      ...whole,
      ended: issue({ title: 'Ended', parentId: '$issue', status: 'done' }),
      open: issue({ title: 'Open', parentId: '$issue' }),
    },
    send: list('$issue.identifier', 'board'),
    answers: 200,
    shows: {
      parentId: '$issue',
      children: [{ id: '$open' }, { id: '$ended', status: 'done' }],
      counts: { todo: 1, done: 1 },
      open: 1,
      more: false,
    },
  },
  {
    rule: 'are listed in pages',
    first: { ...whole, open: issue({ title: 'Open', parentId: '$issue' }) },
    send: list('$issue', 'ann', '?limit=1'),
    answers: 200,
    shows: { children: [{ id: '$open' }] },
  },
  {
    rule: 'are not listed from a foreign cursor',
    first: whole,
    send: list('$issue', 'ann', '?cursor=abc'),
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'are not created by a paused agent',
    first: whole,
    send: split([{ title: 'Mine' }], 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'are not created by an agent of a paused company',
    send: split([{ title: 'Mine' }], 'pam', '$restingIssue'),
    answers: [422, 'company_paused'],
  },
  {
    rule: 'wake the assignee of their parent as its creation says',
    send: issue({ wakeOnChildren: 'each', dueAt: '2126-03-31T12:00:00Z' }),
    answers: 201,
    shows: { wakeOnChildren: 'each', dueAt: '2126-03-31T12:00:00.000Z' },
  },
  {
    rule: 'of an absent issue are absent',
    send: list(NOTHING),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'of another company are absent',
    first: whole,
    send: list('$issue', 'zoe'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'of another company are not created',
    first: whole,
    send: split([{ title: 'Mine' }], 'zoe'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'wake the assignee of their parent as it says',
    first: whole,
    send: [
      'PATCH /api/issues/$issue',
      { wakeOnChildren: 'none', dueAt: '2126-03-31T12:00:00Z' },
      'board',
    ],
    answers: 200,
    shows: { wakeOnChildren: 'none', dueAt: '2126-03-31T12:00:00.000Z' },
  },
];
