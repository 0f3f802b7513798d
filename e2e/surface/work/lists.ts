/** Listing, searching and reading issues. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, priorities, statuses } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

/** Lists what belongs to a goal that no other row has. */
const goal: Send = ['POST /api/companies/$company/goals', { title: 'One' }];
const list = (query: string, by: Who = 'ann'): Send =>
  [`GET /api/companies/$company/issues?goalId=$goal&${query}`, undefined, by];
const own = (fields: object = {}): Send => issue({ goalId: '$goal', ...fields });
const two = { goal, a: own(), b: own() };

/** A filter, what it finds, and what it does not. */
const filters: readonly [query: string, found: object, other: object][] = [
  ['assigneeAgentId=$bob', { assigneeAgentId: '$bob' }, { assigneeAgentId: '$ann' }],
  ['assigneeUserId=$una', { assigneeUserId: '$una' }, { assigneeAgentId: '$ann' }],
  ['projectId=$project', { projectId: '$project' }, {}],
  ['labelId=$label', { labelIds: ['$label'] }, {}],
  ['parentId=$other', { parentId: '$other' }, {}],
  ['status=done', { status: 'done' }, {}],
  ['priority=low', { priority: 'low' }, { priority: 'high' }],
  ['status=todo,done&assigneeAgentId=$bob&priority=low,critical',
    { assigneeAgentId: '$bob', priority: 'low' }, { assigneeAgentId: '$bob' }],
];

const wrong: readonly [query: string, at: string][] = [
  ['status=open', 'status.0'], ['status=todo,', 'status.1'], ['status=Done', 'status.0'],
  ['priority=urgent', 'priority.0'], ['assigneeAgentId=ann', 'assigneeAgentId'],
  ['assigneeUserId=you', 'assigneeUserId'], ['projectId=x', 'projectId'],
  ['parentId=x', 'parentId'], ['labelId=x', 'labelId'], ['updatedSince=yesterday', 'updatedSince'],
  ['q=', 'q'], [`q=${'x'.repeat(257)}`, 'q'], ['view=tiny', 'view'], ['fields=secret', 'fields.0'],
  ['limit=0', 'limit'], ['limit=-1', 'limit'], ['limit=ten', 'limit'], ['limit=1.5', 'limit'],
];

const lists: readonly WorkRow[] = [
  ...filters.map(([query, found, other]): WorkRow => ({
    rule: `are filtered by ${query}`,
    first: { goal, other: own(other), a: own(found) }, send: list(query), answers: 200,
    shows: [{ id: '$a' }],
  })),
  {
    rule: 'are filtered by the caller as a user',
    first: { goal, other: own(), a: own({ assigneeUserId: '$una' }) },
    send: list('assigneeUserId=me', 'una'), answers: 200, shows: [{ id: '$a' }],
  },
  { rule: 'are filtered by a time', first: two, send: list('updatedSince=2020-01-01T00:00:00.000Z'),
    answers: 200, shows: [{ id: '$b' }, { id: '$a' }] },
  { rule: 'are filtered by a time that has not come', first: two,
    send: list('updatedSince=2999-01-01T00:00:00.000Z'), answers: 200, shows: [] },
  { rule: 'are filtered by what nothing has', first: two, send: list(`projectId=${NOTHING}`),
    answers: 200, shows: [] },
  ...statuses.map((status): WorkRow => ({
    rule: `are filtered by ${status}`,
    first: { goal, a: own({ status, assigneeAgentId: '$ann' }) }, send: list(`status=${status}`),
    answers: 200, shows: [{ id: '$a', status }],
  })),
  { rule: 'are filtered by all statuses', first: two, send: list(`status=${statuses.join(',')}`),
    answers: 200, shows: [{}, {}] },
  {
    rule: 'are in the order of their priorities',
    first: {
      goal, ...Object.fromEntries([2, 0, 3, 1].map((at) =>
        [`p${at}`, own({ priority: priorities[at] })])),
    },
    send: list(''), answers: 200,
    shows: priorities.map((priority, at) => ({ id: `$p${at}`, priority })),
  },
  { rule: 'are in the order of their changes within a priority',
    first: { ...two, c: own(), changed: ['PATCH /api/issues/$a', { title: 'Later' }] },
    send: list(''), answers: 200, shows: [{ id: '$a' }, { id: '$c' }, { id: '$b' }] },
  { rule: 'are put first by a comment within a priority',
    first: { ...two, said: ['POST /api/issues/$a/comments', { body: 'So.' }] },
    send: list(''), answers: 200, shows: [{ id: '$a' }, { id: '$b' }] },
  ...wrong.map(([query, at]): WorkRow => ({
    rule: `are not listed by ${query.slice(0, 30)}`, send: [`GET /api/companies/$company/issues?${
      query}`], answers: badInput, at,
  })),
  { rule: 'are not listed by a goal that is no id',
    send: ['GET /api/companies/$company/issues?goalId=x'], answers: badInput, at: 'goalId' },
  { rule: 'carry no description', first: { goal, a: own({ description: 'So' }) }, send: list(''),
    answers: 200, shows: expect.toSatisfy(([row]: readonly object[]) =>
      !('description' in (row ?? {}))) },
  {
    rule: 'carry what is asked for', first: { goal, a: own({ description: 'So' }) },
    send: list('fields=identifier,description'), answers: 200,
    shows: expect.toSatisfy(([row]: readonly object[]) =>
      Object.keys(row ?? {}).toSorted().join() === 'description,identifier'),
  },
  {
    rule: 'carry little in a compact view', first: { goal, a: own() }, send: list('view=compact'),
    answers: 200,
    shows: expect.toSatisfy(([row]: readonly object[]) =>
      Object.keys(row ?? {}).toSorted().join() === 'id,identifier,priority,status,title,updatedAt'),
  },
  { rule: 'carry everything else in a full view', first: { goal, a: own() },
    send: list('view=full'), answers: 200, shows: [{ version: 1, goalId: '$goal', labels: [] }] },
  { rule: 'come in pages', first: two, send: list('limit=1'), answers: 200, shows: [{ id: '$b' }],
    heads: { link: 'rel="next"', 'next-cursor': '' } },
  { rule: 'come in one page if they fit', first: two, send: list('limit=2'), answers: 200,
    shows: [{}, {}] },
  { rule: 'come in pages of 500 at most', first: two, send: list('limit=501'), answers: 200,
    shows: [{}, {}] },
  { rule: 'go on from a cursor of theirs', first: two, send: list('cursor=abc'),
    answers: [400, 'invalid_cursor'] },
  { rule: 'name the filter that is ignored', first: { goal, a: own() }, send: list('colour=blue'),
    answers: 200, shows: [{ id: '$a' }], heads: { 'ignored-fields': 'colour' } },
  { rule: 'refuse the filter that is not known if asked to be strict',
    send: ['GET /api/companies/$company/issues?colour=blue', undefined, 'ann',
      { prefer: 'handling=strict' }], answers: badInput, at: 'colour' },
  { rule: 'of another company are not listed',
    send: ['GET /api/companies/$foreign/issues', undefined, 'ann'],
    answers: [404, 'company_not_found'] },
  { rule: 'are listed to a caller',
    send: ['GET /api/companies/$company/issues', undefined, 'nobody'],
    answers: [401, 'unauthenticated'] },
  { rule: 'of an archived company are listed',
    send: ['GET /api/companies/$archived/issues', undefined, 'art'], answers: 200,
    shows: [{ id: '$oldIssue' }] },
];

const search = (q: string): Send => ['GET /api/companies/$company/issues?q=' + q, undefined, 'ann'];
const words: readonly [rule: string, fields: object, q: string][] = [
  ['a word of the title', { title: 'The $word' }, '$word'],
  ['a word in any case', { title: 'The $word' }, '$word.upper'],
  ['the beginning of a word', { title: 'The $word thing' }, '$word.start'],
  ['a word of the description', { description: 'About $word.' }, '$word'],
  ['several words', { title: 'The $word', description: 'is blue' }, 'blue%20$word'],
  ['a phrase', { title: 'A red $word' }, '%22red%20$word%22'],
];
const searches = words.map(([rule, fields, q]): WorkRow => ({
  rule: `is found by ${rule}`, first: { a: issue(fields), b: issue() }, send: search(q),
  answers: 200, shows: [{ id: '$a' }],
}));

const moreSearches: readonly WorkRow[] = [
  { rule: 'is found by its identifier', first: { a: issue() }, send: search('$a.identifier'),
    answers: 200, shows: [{ id: '$a' }] },
  { rule: 'is found by its comments',
    first: { a: issue(), said: ['POST /api/issues/$a/comments', { body: 'It is $word.' }] },
    send: search('$word'), answers: 200, shows: [{ id: '$a' }] },
  { rule: 'is not found by a phrase in another order',
    first: { a: issue({ title: 'A red $word' }) },
    send: search('%22$word%20red%22'), answers: 200, shows: [] },
  { rule: 'is not found by what it no longer says',
    first: { a: issue({ title: 'The $word' }), b: ['PATCH /api/issues/$a', { title: 'No' }] },
    send: search('$word'), answers: 200, shows: [] },
  {
    rule: 'is ranked by where the word is: title, description, comment',
    first: {
      said: issue(), c: ['POST /api/issues/$said/comments', { body: '$word' }],
      told: issue({ description: '$word' }), named: issue({ title: '$word', priority: 'low' }),
    },
    send: search('$word'), answers: 200,
    shows: [{ id: '$named' }, { id: '$told' }, { id: '$said' }],
  },
  { rule: 'is ranked by its priority within a place',
    first: { a: issue({ title: '$word', priority: 'high' }), b: issue({ title: '$word' }) },
    send: search('$word'), answers: 200, shows: [{ id: '$a' }, { id: '$b' }] },
  { rule: 'is found and filtered',
    first: { a: issue({ title: '$word' }), b: issue({ title: '$word', status: 'done' }) },
    send: search('$word&status=done'), answers: 200, shows: [{ id: '$b' }] },
  { rule: 'is found in its own company only',
    first: { a: ['POST /api/companies/$foreign/issues', { title: '$word' }] },
    send: search('$word'), answers: 200, shows: [] },
];

const get = (what: string, by: Who = 'ann'): Send => [`GET /api/issues/${what}`, undefined, by];
const family = {
  root: issue({ projectId: '$project', goalId: '$goal' }),
  middle: issue({ parentId: '$root' }), issue: issue({ parentId: '$middle', description: 'So' }),
};
const reads: readonly WorkRow[] = [
  {
    rule: 'is read with its ancestors, the nearest first', first: family, send: get('$issue'),
    answers: 200,
    shows: {
      id: '$issue', description: 'So', project: null, goal: null,
      ancestors: [
        { id: '$middle', project: null, goal: null },
        {
          id: '$root', title: 'Work', status: 'todo', priority: 'medium', assigneeAgentId: null,
          description: null, projectId: '$project', goalId: '$goal',
          project: { id: '$project' }, goal: { id: '$goal' },
        },
      ],
    },
  },
  {
    rule: 'is read with its project and goal', first: family, send: get('$root'), answers: 200,
    shows: {
      ancestors: [],
      project: { id: '$project', name: 'Ship', description: '', status: 'planned', goalId: null,
        workspaces: [{ cwd: '/srv/ship' }], primaryWorkspace: { cwd: '/srv/ship' } },
      goal: { id: '$goal', title: 'Win', description: '', level: 'task', status: 'planned' },
    },
  },
  { rule: 'is read by its identifier', first: { issue: issue() }, send: get('$issue.identifier'),
    answers: 200, shows: { id: '$issue' } },
  { rule: 'is read by its identifier in small letters', first: { issue: issue() },
    send: get('$issue.identifier.lower'), answers: 200, shows: { id: '$issue' } },
  { rule: 'tells its owner what may become of it',
    first: { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }, 'ann') },
    send: get('$issue'), answers: 200,
    shows: { allowedTransitions: ['in_review', 'blocked', 'cancelled'] } },
  { rule: 'tells another that nothing may',
    first: { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }) },
    send: get('$issue', 'sid'), answers: 200, shows: { allowedTransitions: [] } },
  { rule: 'tells that what is over is over', first: { issue: issue({ status: 'done' }) },
    send: get('$issue', 'board'), answers: 200, shows: { allowedTransitions: [] } },
  { rule: 'is absent where nothing is', send: get(NOTHING), answers: [404, 'issue_not_found'] },
  { rule: 'is absent to another company', send: get('$zoeIssue'),
    answers: [404, 'issue_not_found'] },
  { rule: 'is absent to another company by its identifier', send: get('$zoeIssue.identifier'),
    answers: [404, 'issue_not_found'] },
  { rule: 'is absent under no id', send: get('one-and-two'), answers: [404, 'issue_not_found'] },
];

export const listRows: readonly WorkRow[] = [...lists, ...searches, ...moreSearches, ...reads];
