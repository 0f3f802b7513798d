/** Goals and their hierarchy. */
import { expect } from 'vitest';
import { add, badInput, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const levels = ['company', 'team', 'agent', 'task'] as const;
const goal = (body: object = {}, by: Who = 'ann'): Send =>
  add('goals', { title: 'Win', ...body }, by);
const change = (body: object, headers: Readonly<Record<string, string>> = {}): Send => [
  'PATCH /api/goals/$a',
  body,
  'ann',
  headers,
];
const one = { a: goal() };

const wrong: readonly [body: object, at: string][] = [
  [{ title: '' }, 'title'],
  [{ title: 'x'.repeat(501) }, 'title'],
  [{ level: 'world' }, 'level'],
  [{ status: 'done' }, 'status'],
  [{ description: 7 }, 'description'],
  [{ parentId: 'up' }, 'parentId'],
  [{ ownerAgentId: 'ann' }, 'ownerAgentId'],
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
  { description: 'So' },
  { ownerAgentId: '$ann' },
  { parentId: '$goal' },
];

const bothWays = (body: object, rest: Partial<WorkRow>): WorkRow[] => {
  const [text, no] = [JSON.stringify(body).slice(0, 40), rest.answers];
  return [
    {
      rule: `is ${no ? 'not ' : ''}set with ${text}`,
      send: goal(body),
      ...rest,
      answers: no ?? 201,
    },
    {
      rule: `is ${no ? 'not ' : ''}changed to ${text}`,
      first: one,
      send: change(body),
      ...rest,
      answers: no ?? 200,
    },
  ];
};

/** A goal may be part of one of the same or a wider level. */
const parts = levels.flatMap((level, depth) =>
  levels.map((above, height): WorkRow => {
    const fits = height <= depth;
    return {
      rule: `of level ${level} is ${fits ? '' : 'no '}part of one of level ${above}`,
      first: { up: goal({ level: above }) },
      send: goal({ level, parentId: '$up' }),
      answers: fits ? 201 : [422, 'goal_level_mismatch'],
    };
  }),
);

const chain = {
  a: goal({ level: 'team' }),
  b: goal({ level: 'team', parentId: '$a' }),
  c: goal({ level: 'team', parentId: '$b' }),
};

export const goalRows: readonly WorkRow[] = [
  {
    rule: 'needs only a title',
    send: goal({ title: ' Win ' }),
    answers: 201,
    shows: {
      title: 'Win',
      description: '',
      level: 'task',
      status: 'planned',
      parentId: null,
      ownerAgentId: null,
      version: 1,
      companyId: '$company',
    },
  },
  { rule: 'needs a title', send: add('goals', {}), answers: badInput, at: 'title' },
  ...right.flatMap((body) => bothWays(body, { shows: body })),
  ...bothWays({ description: null }, { shows: { description: '' } }),
  ...wrong.flatMap(([body, at]) => bothWays(body, { answers: badInput, at })),
  ...absent.flatMap(([body, code, at]) => bothWays(body, { answers: [404, code], at })),
  ...parts,
  {
    rule: 'is not made wider than its parent',
    first: chain,
    send: ['PATCH /api/goals/$c', { level: 'company' }],
    answers: [422, 'goal_level_mismatch'],
  },
  {
    rule: 'is not made narrower than its parts',
    first: chain,
    send: ['PATCH /api/goals/$a', { level: 'agent' }],
    answers: [422, 'goal_level_mismatch'],
  },
  {
    rule: 'is not its own parent',
    first: chain,
    send: change({ parentId: '$a' }),
    answers: [422, 'would_make_cycle'],
    at: 'parentId',
  },
  {
    rule: 'is not part of one of its parts',
    first: chain,
    send: change({ parentId: '$c' }),
    answers: [422, 'would_make_cycle'],
    at: 'parentId',
  },
  {
    rule: 'is made a root',
    first: chain,
    send: ['PATCH /api/goals/$c', { parentId: null }],
    answers: 200,
    shows: { parentId: null },
  },
  {
    rule: 'gets another title',
    first: one,
    send: change({ title: 'More' }),
    answers: 200,
    shows: { title: 'More', version: 2 },
  },
  {
    rule: 'keeps its version if nothing changes',
    first: one,
    send: change({ title: 'Win' }),
    answers: 200,
    shows: { version: 1 },
  },
  {
    rule: 'is changed with the current version',
    first: one,
    send: change({ title: 'x' }, { 'if-match': '"1"' }),
    answers: 200,
  },
  {
    rule: 'is not changed with a stale version',
    first: one,
    send: change({ title: 'x' }, { 'if-match': '"2"' }),
    answers: [412, 'version_mismatch'],
  },
  {
    rule: 'is read',
    first: one,
    send: ['GET /api/goals/$a', undefined, 'sid'],
    answers: 200,
    shows: { id: '$a' },
  },
  {
    rule: 'is read with its progress if asked',
    first: one,
    send: ['GET /api/goals/$a?progress=true', undefined, 'sid'],
    answers: 200,
    shows: { id: '$a', progress: { byStatus: { todo: 0 }, more: [] } },
  },
  {
    rule: 'are listed with their progress if asked',
    send: ['GET /api/companies/$company/goals?limit=1&progress=true'],
    answers: 200,
    shows: [{ progress: { more: [] } }],
  },
  ...[NOTHING, 'win', '$zoeGoal'].flatMap((id): WorkRow[] => [
    {
      rule: `${id} is absent`,
      send: [`GET /api/goals/${id}`, undefined, 'ann'],
      answers: [404, 'goal_not_found'],
    },
    {
      rule: `${id} is not changed`,
      send: [`PATCH /api/goals/${id}`, { title: 'x' }, 'ann'],
      answers: [404, 'goal_not_found'],
    },
  ]),
  {
    rule: 'are listed flat, parents before their parts',
    first: chain,
    send: ['GET /api/companies/$company/goals?limit=500'],
    answers: 200,
    shows: expect.toSatisfy((all: { id: string; parentId: string | null }[]) =>
      all.every(
        ({ parentId }, index) =>
          parentId === null || all.findIndex(({ id }) => id === parentId) < index,
      ),
    ),
  },
  {
    rule: 'are listed as a tree if asked',
    first: chain,
    send: ['GET /api/companies/$company/goals?tree=true'],
    answers: 200,
    shows: expect.arrayContaining([
      expect.objectContaining({
        id: '$a',
        children: [
          expect.objectContaining({
            id: '$b',
            children: [expect.objectContaining({ id: '$c', children: [] })],
          }),
        ],
      }),
    ]),
  },
  {
    rule: 'are listed flat if asked',
    send: ['GET /api/companies/$company/goals?tree=false&limit=1'],
    answers: 200,
    shows: [{ parentId: null }],
    heads: { link: 'rel="next"' },
  },
  {
    rule: 'are not listed with an invalid value of tree',
    send: ['GET /api/companies/$company/goals?tree=oak'],
    answers: badInput,
    at: 'tree',
  },
  {
    rule: 'are not listed with a foreign cursor',
    send: ['GET /api/companies/$company/goals?cursor=abc'],
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'is not set in an archived company',
    send: ['POST /api/companies/$archived/goals', { title: 'Old' }],
    answers: [422, 'company_archived'],
  },
];
