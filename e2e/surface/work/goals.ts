/** Goals and what they are part of. */
import { expect } from 'vitest';
import { add, badInput, issue, NOTHING } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

const levels = ['company', 'team', 'agent', 'task'] as const;
const goal = (body: object = {}, by: Who = 'ann'): Send =>
  add('goals', { title: 'Win', ...body }, by);
const change = (body: object, headers: Readonly<Record<string, string>> = {}): Send =>
  ['PATCH /api/goals/$a', body, 'ann', headers];
const one = { a: goal() };

const wrong: readonly [body: object, at: string][] = [
  [{ title: '' }, 'title'], [{ title: 'x'.repeat(501) }, 'title'], [{ level: 'world' }, 'level'],
  [{ status: 'done' }, 'status'], [{ description: 7 }, 'description'],
  [{ parentId: 'up' }, 'parentId'], [{ ownerAgentId: 'ann' }, 'ownerAgentId'],
];
const absent: readonly [body: object, code: string, at: string][] = [
  [{ parentId: NOTHING }, 'goal_not_found', 'parentId'],
  [{ parentId: '$zoeGoal' }, 'goal_not_found', 'parentId'],
  [{ ownerAgentId: NOTHING }, 'agent_not_found', 'ownerAgentId'],
  [{ ownerAgentId: '$zoe' }, 'agent_not_found', 'ownerAgentId'],
];
const right: readonly object[] = [
  ...['planned', 'active', 'achieved', 'cancelled'].map((status) => ({ status })),
  ...levels.map((level) => ({ level })),
  { description: 'So' }, { ownerAgentId: '$ann' }, { parentId: '$goal' },
];

const bothWays = (body: object, rest: Partial<WorkRow>): WorkRow[] => {
  const [text, no] = [JSON.stringify(body).slice(0, 40), rest.answers];
  return [
    { rule: `is ${no ? 'not ' : ''}set with ${text}`, send: goal(body), ...rest,
      answers: no ?? 201 },
    { rule: `is ${no ? 'not ' : ''}changed to ${text}`, first: one, send: change(body), ...rest,
      answers: no ?? 200 },
  ];
};

/** Which level may be part of which: as wide or narrower. */
const parts = levels.flatMap((level, depth) => levels.map((above, height): WorkRow => {
  const fits = height <= depth;
  return {
    rule: `of level ${level} is ${fits ? '' : 'no '}part of one of level ${above}`,
    first: { up: goal({ level: above }) }, send: goal({ level, parentId: '$up' }),
    answers: fits ? 201 : [422, 'goal_level_mismatch'],
  };
}));

const chain = {
  a: goal({ level: 'team' }), b: goal({ level: 'team', parentId: '$a' }),
  c: goal({ level: 'team', parentId: '$b' }),
};

export const goalRows: readonly WorkRow[] = [
  {
    rule: 'needs a title and fills in the rest', send: goal({ title: ' Win ' }), answers: 201,
    shows: { title: 'Win', description: '', level: 'task', status: 'planned', parentId: null,
      ownerAgentId: null, version: 1, companyId: '$company' },
  },
  { rule: 'needs a title', send: add('goals', {}), answers: badInput, at: 'title' },
  ...right.flatMap((body) => bothWays(body, { shows: body })),
  ...wrong.flatMap(([body, at]) => bothWays(body, { answers: badInput, at })),
  ...absent.flatMap(([body, code, at]) => bothWays(body, { answers: [404, code], at })),
  ...parts,
  { rule: 'is not made wider than what it is part of', first: chain,
    send: ['PATCH /api/goals/$c', { level: 'company' }], answers: [422, 'goal_level_mismatch'] },
  { rule: 'is not made narrower than its parts', first: chain,
    send: ['PATCH /api/goals/$a', { level: 'agent' }], answers: [422, 'goal_level_mismatch'] },
  { rule: 'is no part of itself', first: chain, send: change({ parentId: '$a' }),
    answers: [422, 'would_make_cycle'], at: 'parentId' },
  { rule: 'is no part of its parts', first: chain, send: change({ parentId: '$c' }),
    answers: [422, 'would_make_cycle'], at: 'parentId' },
  { rule: 'is made a root', first: chain, send: ['PATCH /api/goals/$c', { parentId: null }],
    answers: 200, shows: { parentId: null } },
  { rule: 'has another title', first: one, send: change({ title: 'More' }), answers: 200,
    shows: { title: 'More', version: 2 } },
  { rule: 'stays as it is where nothing changes', first: one, send: change({ title: 'Win' }),
    answers: 200, shows: { version: 1 } },
  { rule: 'is changed as it was read', first: one, send: change({ title: 'x' },
    { 'if-match': '"1"' }), answers: 200 },
  { rule: 'is not changed as it was not read', first: one,
    send: change({ title: 'x' }, { 'if-match': '"2"' }), answers: [412, 'version_mismatch'] },
  { rule: 'is read', first: one, send: ['GET /api/goals/$a', undefined, 'sid'], answers: 200,
    shows: { id: '$a' } },
  ...[NOTHING, 'win', '$zoeGoal'].flatMap((id): WorkRow[] => [
    { rule: `${id} is absent`, send: [`GET /api/goals/${id}`, undefined, 'ann'],
      answers: [404, 'goal_not_found'] },
    { rule: `${id} is not changed`, send: [`PATCH /api/goals/${id}`, { title: 'x' }, 'ann'],
      answers: [404, 'goal_not_found'] },
  ]),
  {
    rule: 'are listed flat, parents before their parts', first: chain,
    send: ['GET /api/companies/$company/goals?limit=500'], answers: 200,
    shows: expect.toSatisfy((all: { id: string; parentId: string | null }[]) =>
      all.every(({ parentId }, index) =>
        parentId === null || all.findIndex(({ id }) => id === parentId) < index)),
  },
  {
    rule: 'are listed as a tree if asked', first: chain,
    send: ['GET /api/companies/$company/goals?tree=true'], answers: 200,
    shows: expect.arrayContaining([expect.objectContaining({
      id: '$a', children: [expect.objectContaining({
        id: '$b', children: [expect.objectContaining({ id: '$c', children: [] })],
      })],
    })]),
  },
  { rule: 'are listed flat if asked',
    send: ['GET /api/companies/$company/goals?tree=false&limit=1'],
    answers: 200, shows: [{ parentId: null }], heads: { link: 'rel="next"' } },
  { rule: 'are a tree or not', send: ['GET /api/companies/$company/goals?tree=oak'],
    answers: badInput, at: 'tree' },
  { rule: 'are listed on from a cursor', send: ['GET /api/companies/$company/goals?cursor=abc'],
    answers: [400, 'invalid_cursor'] },
  { rule: 'is not set in an archived company',
    send: ['POST /api/companies/$archived/goals', { title: 'Old' }],
    answers: [422, 'company_archived'] },
];

const link = (id = '$approval', by: Who = 'ann'): Send =>
  ['POST /api/issues/$issue/approvals', { approvalId: id }, by];
const unlink = (id = '$approval', by: Who = 'ann'): Send =>
  [`DELETE /api/issues/$issue/approvals/${id}`, undefined, by];
const lone = { issue: issue() };
const asked = {
  ...lone, other: issue(),
  asked: add('approvals', {
    type: 'request_board_approval', payload: { title: 'Hm' }, issueIds: ['$issue', '$other'],
  }, 'ann'),
};

/** As many issues as an approval may be about; the first fifty come with it. */
const numbers = Array.from({ length: 200 }, (_, number) => number);
const crowd: Readonly<Record<string, Send>> = {
  ...lone,
  ...Object.fromEntries(numbers.map((number) => [`i${number}`, issue()])),
  crowded: add('approvals', {
    type: 'request_board_approval', payload: { title: 'All' },
    issueIds: numbers.slice(0, 50).map((number) => `$i${number}`),
  }, 'ann'),
  ...Object.fromEntries(numbers.slice(50).map((number) => [
    `l${number}`, [`POST /api/issues/$i${number}/approvals`, { approvalId: '$crowded' }, 'ann'],
  ])),
};

export const linkRows: readonly WorkRow[] = [
  { rule: 'links an approval and shows those linked', first: lone, send: link(), answers: 201,
    shows: [{ id: '$approval', type: 'request_board_approval', status: 'pending' }] },
  { rule: 'links it once', first: { ...lone, a: link() }, send: link(), answers: 201,
    shows: [{ id: '$approval' }] },
  { rule: 'links two hundred issues to an approval at most', first: crowd, send: link('$crowded'),
    answers: [422, 'too_many_links'] },
  { rule: 'links it under an identifier', first: lone,
    send: ['POST /api/issues/$issue.identifier/approvals', { approvalId: '$approval' }],
    answers: 201, shows: [{ id: '$approval' }] },
  { rule: 'shows what is linked', first: { ...lone, a: link() },
    send: ['GET /api/issues/$issue/approvals', undefined, 'sid'], answers: 200,
    shows: [{ id: '$approval' }] },
  { rule: 'shows pages of what is linked', first: { ...lone, a: link() },
    send: ['GET /api/issues/$issue/approvals?limit=1'], answers: 200,
    shows: [{ id: '$approval' }] },
  { rule: 'shows what is linked from a cursor', first: lone,
    send: ['GET /api/issues/$issue/approvals?cursor=abc'], answers: [400, 'invalid_cursor'] },
  { rule: 'is among the issues of an approval', first: asked,
    send: ['GET /api/approvals/$asked/issues', undefined, 'sid'], answers: 200,
    shows: [{ id: '$issue' }, { id: '$other' }] },
  { rule: 'is on a page of the issues of an approval', first: asked,
    send: ['GET /api/approvals/$asked/issues?limit=1'], answers: 200,
    shows: [{ id: '$issue' }], heads: { link: 'rel="next"' } },
  { rule: 'is among them from a cursor', first: asked,
    send: ['GET /api/approvals/$asked/issues?cursor=abc'], answers: [400, 'invalid_cursor'] },
  { rule: 'is not among those of no approval',
    send: [`GET /api/approvals/${NOTHING}/issues`], answers: [404, 'approval_not_found'] },
  { rule: 'takes a link away', first: { ...lone, a: link() }, send: unlink(), answers: 200,
    shows: { ok: true } },
  { rule: 'takes a link away once more', first: lone, send: unlink(), answers: 200,
    shows: { ok: true } },
  { rule: 'needs an approval', first: lone, send: ['POST /api/issues/$issue/approvals', {}],
    answers: badInput, at: 'approvalId' },
  { rule: 'needs the id of an approval', first: lone, send: link('it'), answers: badInput,
    at: 'approvalId' },
  { rule: 'links no approval of nothing', first: lone, send: link(NOTHING),
    answers: [404, 'approval_not_found'] },
  { rule: 'links no approval of another company', first: lone, send: link('$zoeApproval'),
    answers: [404, 'approval_not_found'] },
  { rule: 'takes no link of nothing away', first: lone, send: unlink(NOTHING),
    answers: [404, 'approval_not_found'] },
  ...[NOTHING, '$zoeIssue', 'one'].flatMap((id): WorkRow[] => [
    { rule: `links nothing to ${id}`, send: [`POST /api/issues/${id}/approvals`,
      { approvalId: '$approval' }, 'ann'], answers: [404, 'issue_not_found'] },
    { rule: `shows nothing of ${id}`, send: [`GET /api/issues/${id}/approvals`, undefined, 'ann'],
      answers: [404, 'issue_not_found'] },
    { rule: `takes nothing from ${id}`, send: [`DELETE /api/issues/${id}/approvals/$approval`,
      undefined, 'ann'], answers: [404, 'issue_not_found'] },
  ]),
];
