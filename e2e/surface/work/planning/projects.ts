/** Projects. */
import { expect } from 'vitest';
import { add, badInput, NOTHING, project, type Send, type WorkRow } from '../row.ts';

const change = (body: object, headers: Readonly<Record<string, string>> = {}): Send => [
  'PATCH /api/projects/$project',
  body,
  'ann',
  headers,
];

/** Values of fields that are refused, on creation as on a change. */
const wrong: readonly [body: object, at: string][] = [
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ status: 'done' }, 'status'],
  [{ description: 7 }, 'description'],
  [{ goalIds: 'one' }, 'goalIds'],
  [{ goalIds: ['one'] }, 'goalIds.0'],
  [{ goalId: 'one' }, 'goalId'],
  [{ leadAgentId: 'ann' }, 'leadAgentId'],
  [{ targetDate: 'soon' }, 'targetDate'],
  [{ targetDate: '2026-02-30' }, 'targetDate'],
  [{ color: 'blue' }, 'color'],
];
const right: readonly [body: object, shows?: object][] = [
  ...['backlog', 'planned', 'active', 'in_progress', 'completed', 'cancelled'].map(
    (status): [object] => [{ status }],
  ),
  [{ description: 'So' }],
  [{ description: null }, { description: '' }],
  [{ goalId: '$goal' }, { goalId: '$goal', goalIds: ['$goal'] }],
  [{ goalId: null }, { goalId: null, goalIds: [] }],
  [{ goalId: null, goalIds: ['$goal'] }, { goalIds: ['$goal'] }],
  [
    { goalIds: ['$goal'] },
    { goalId: '$goal', goalIds: ['$goal'], goals: [{ id: '$goal', title: 'Win' }] },
  ],
  [{ leadAgentId: '$ann' }],
  [{ targetDate: '2027-02-28' }],
  [{ color: '#123456' }],
];
const absent: readonly [body: object, code: string, at: string][] = [
  [{ goalIds: [NOTHING] }, 'goal_not_found', 'goalIds'],
  [{ goalIds: ['$zoeGoal'] }, 'goal_not_found', 'goalIds'],
  [{ goalId: '$zoeGoal' }, 'goal_not_found', 'goalId'],
  [{ leadAgentId: '$zoe' }, 'agent_not_found', 'leadAgentId'],
];
const bothWays = (
  rule: string,
  body: object,
  rest: Pick<WorkRow, 'at' | 'shows'> & { no?: WorkRow['answers'] },
): WorkRow[] => {
  const { no, ...more } = rest;
  return [
    { rule: `is created ${rule}`, send: project(body), answers: no ?? 201, ...more },
    {
      rule: `is changed ${rule}`,
      first: { project: project() },
      send: change(body),
      answers: no ?? 200,
      ...more,
    },
  ];
};

export const projectRows: readonly WorkRow[] = [
  {
    rule: 'needs only a name',
    send: project({ name: ' Two  Words! ' }),
    answers: 201,
    shows: {
      name: 'Two  Words!',
      urlKey: 'two-words',
      description: '',
      status: 'planned',
      goalId: null,
      goalIds: [],
      goals: [],
      leadAgentId: null,
      targetDate: null,
      color: null,
      workspaces: [],
      primaryWorkspace: null,
      archivedAt: null,
      version: 1,
      companyId: '$company',
    },
  },
  { rule: 'needs a name', send: add('projects', {}), answers: badInput, at: 'name' },
  ...right.flatMap(([body, shows = body]) =>
    bothWays(`with ${JSON.stringify(body)}`, body, { shows }),
  ),
  ...wrong.flatMap(([body, at]) =>
    bothWays(`never with ${JSON.stringify(body).slice(0, 40)}`, body, { no: badInput, at }),
  ),
  ...absent.flatMap(([body, code, at]) =>
    bothWays(`never with ${JSON.stringify(body).slice(0, 40)}`, body, { no: [404, code], at }),
  ),
  {
    rule: 'is created with its first workspace',
    send: project({ workspace: { cwd: '/srv/two' } }),
    answers: 201,
    shows: {
      workspaces: [{ name: 'two', isPrimary: true }],
      primaryWorkspace: { cwd: '/srv/two', repoUrl: null },
    },
  },
  {
    rule: 'is not created with an empty workspace',
    send: project({ workspace: {} }),
    answers: badInput,
    at: 'workspace.cwd',
  },
  {
    rule: 'is archived',
    first: { project: project() },
    send: change({ archivedAt: '2026-01-01T00:00:00.000Z' }),
    answers: 200,
    shows: { archivedAt: '2026-01-01T00:00:00.000Z', version: 2 },
  },
  {
    rule: 'gets a new URL key with a new name',
    first: { project: project() },
    send: change({ name: 'New Name' }),
    answers: 200,
    shows: { urlKey: 'new-name' },
  },
  {
    rule: 'keeps its version if nothing changes',
    first: { project: project() },
    send: change({ name: 'Ship' }),
    answers: 200,
    shows: { version: 1 },
  },
  {
    rule: 'is changed with the current version',
    first: { project: project() },
    send: change({ name: 'New' }, { 'if-match': '"1"' }),
    answers: 200,
    shows: { version: 2 },
  },
  {
    rule: 'is not changed with a stale version',
    first: { project: project() },
    send: change({ name: 'New' }, { 'if-match': '"3"' }),
    answers: [412, 'version_mismatch'],
  },
  {
    rule: 'is listed oldest first',
    send: ['GET /api/companies/$company/projects?limit=1', undefined, 'sid'],
    answers: 200,
    shows: [{ id: '$project' }],
    heads: { link: 'rel="next"' },
  },
  {
    rule: 'is not listed with a foreign cursor',
    send: ['GET /api/companies/$company/projects?cursor=abc'],
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'is read',
    send: ['GET /api/projects/$project', undefined, 'sid'],
    answers: 200,
    shows: { id: '$project', primaryWorkspace: { cwd: '/srv/ship' } },
  },
  {
    rule: 'is listed with its progress if asked',
    send: ['GET /api/companies/$company/projects?limit=1&progress=true', undefined, 'sid'],
    answers: 200,
    shows: [{ id: '$project', progress: { byStatus: { done: expect.any(Number) }, more: [] } }],
  },
  {
    rule: 'is read with its progress if asked',
    send: ['GET /api/projects/$project?progress=true', undefined, 'sid'],
    answers: 200,
    shows: { id: '$project', progress: { more: [] } },
  },
  {
    rule: 'is not read with an invalid value of progress',
    send: ['GET /api/projects/$project?progress=much'],
    answers: badInput,
    at: 'progress',
  },
  ...[NOTHING, 'ship', '$zoeProject'].flatMap((id): WorkRow[] => [
    {
      rule: `${id} is absent`,
      send: [`GET /api/projects/${id}`, undefined, 'ann'],
      answers: [404, 'project_not_found'],
    },
    {
      rule: `${id} is not changed`,
      send: [`PATCH /api/projects/${id}`, { name: 'x' }, 'ann'],
      answers: [404, 'project_not_found'],
    },
    {
      rule: `${id} has no workspaces`,
      send: [`GET /api/projects/${id}/workspaces`, undefined, 'ann'],
      answers: [404, 'project_not_found'],
    },
    {
      rule: `${id} takes no workspace`,
      send: [`POST /api/projects/${id}/workspaces`, { cwd: '.' }, 'ann'],
      answers: [404, 'project_not_found'],
    },
  ]),
  {
    rule: 'is not created in an archived company',
    send: ['POST /api/companies/$archived/projects', { name: 'Old' }],
    answers: [422, 'company_archived'],
  },
];
