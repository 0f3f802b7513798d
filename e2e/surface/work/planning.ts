/** Labels, projects and their workspaces. */
import { expect } from 'vitest';
import { add, badInput, issue, NOTHING } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

const label = (body: object, by: Who = 'ann'): Send => add('labels', body, by);
const project = (body: object = {}, by: Who = 'ann'): Send =>
  add('projects', { name: 'Ship', ...body }, by);
const change = (body: object, headers: Readonly<Record<string, string>> = {}): Send =>
  ['PATCH /api/projects/$project', body, 'ann', headers];
const place = (body: object, by: Who = 'ann'): Send =>
  ['POST /api/projects/$project/workspaces', body, by];

const wrongOfLabel: readonly [body: object, at: string][] = [
  [{ color: '#000000' }, 'name'], [{ name: '', color: '#000000' }, 'name'],
  [{ name: 'x'.repeat(49), color: '#000000' }, 'name'], [{ name: 'x' }, 'color'],
  [{ name: 'x', color: 'blue' }, 'color'], [{ name: 'x', color: '#fff' }, 'color'],
  [{ name: 'x', color: '#00000g' }, 'color'],
];

const labels: readonly WorkRow[] = [
  { rule: 'has a name and a color', send: label({ name: ' $word ', color: '#00FF7f' }),
    answers: 201, shows: { name: '$word', companyId: '$company', color: '#00FF7f' } },
  { rule: 'has a name of 48 characters', send: label({ name: 'x'.repeat(48), color: '#000000' }),
    answers: 201 },
  { rule: 'is there once', first: { a: label({ name: '$word', color: '#000000' }) },
    send: label({ name: '$word', color: '#ffffff' }), answers: [409, 'name_taken'] },
  ...wrongOfLabel.map(([body, at]): WorkRow => ({
    rule: `is not ${JSON.stringify(body).slice(0, 40)}`, send: label(body), answers: badInput, at,
  })),
  { rule: 'is not made in an archived company',
    send: ['POST /api/companies/$archived/labels', { name: 'x', color: '#000000' }],
    answers: [422, 'company_archived'] },
  { rule: 'is listed', send: ['GET /api/companies/$company/labels?limit=500', undefined, 'sid'],
    answers: 200, shows: expect.arrayContaining([expect.objectContaining({ name: 'Blue' })]) },
  { rule: 'is listed in pages', send: ['GET /api/companies/$company/labels?limit=0'],
    answers: badInput, at: 'limit' },
  { rule: 'is listed on from a cursor', send: ['GET /api/companies/$company/labels?cursor=abc'],
    answers: [400, 'invalid_cursor'] },
  { rule: 'is deleted', first: { a: label({ name: '$word', color: '#000000' }) },
    send: ['DELETE /api/labels/$a', undefined, 'ann'], answers: 200, shows: { id: '$a' } },
  {
    rule: 'is taken from issues when it is deleted',
    first: { a: label({ name: '$word', color: '#000000' }), issue: issue({ labelIds: ['$a'] }),
      gone: ['DELETE /api/labels/$a'] },
    send: ['GET /api/issues/$issue'], answers: 200, shows: { labelIds: [], labels: [] },
  },
  { rule: 'is deleted once',
    first: { a: label({ name: '$word', color: '#000000' }), gone: ['DELETE /api/labels/$a'] },
    send: ['DELETE /api/labels/$a'], answers: [404, 'label_not_found'] },
  { rule: 'of another company is absent', send: ['DELETE /api/labels/$zoeLabel', undefined, 'ann'],
    answers: [404, 'label_not_found'] },
];

/** Values of fields that are refused, on creation as on a change. */
const wrongOfProject: readonly [body: object, at: string][] = [
  [{ name: '' }, 'name'], [{ name: 'x'.repeat(201) }, 'name'], [{ status: 'done' }, 'status'],
  [{ description: 7 }, 'description'], [{ goalIds: 'one' }, 'goalIds'],
  [{ goalIds: ['one'] }, 'goalIds.0'], [{ leadAgentId: 'ann' }, 'leadAgentId'],
  [{ targetDate: 'soon' }, 'targetDate'], [{ targetDate: '2026-02-30' }, 'targetDate'],
  [{ color: 'blue' }, 'color'],
];
const rightOfProject: readonly [body: object, shows?: object][] = [
  ...['backlog', 'planned', 'active', 'in_progress', 'completed', 'cancelled'].map(
    (status): [object] => [{ status }]),
  [{ description: 'So' }], [{ goalIds: ['$goal'] }, { goalId: '$goal', goalIds: ['$goal'],
    goals: [{ id: '$goal', title: 'Win' }] }], [{ leadAgentId: '$ann' }],
  [{ targetDate: '2027-02-28' }], [{ color: '#123456' }],
];
const absentOfProject: readonly [body: object, code: string, at: string][] = [
  [{ goalIds: [NOTHING] }, 'goal_not_found', 'goalIds'],
  [{ goalIds: ['$zoeGoal'] }, 'goal_not_found', 'goalIds'],
  [{ leadAgentId: '$zoe' }, 'agent_not_found', 'leadAgentId'],
];
const bothWays = (
  rule: string, body: object, rest: Pick<WorkRow, 'at' | 'shows'> & { no?: WorkRow['answers'] },
): WorkRow[] => {
  const { no, ...more } = rest;
  return [
    { rule: `is made ${rule}`, send: project(body), answers: no ?? 201, ...more },
    { rule: `is changed ${rule}`, first: { project: project() }, send: change(body),
      answers: no ?? 200, ...more },
  ];
};

const projects: readonly WorkRow[] = [
  {
    rule: 'needs a name and fills in the rest', send: project({ name: ' Two  Words! ' }),
    answers: 201,
    shows: {
      name: 'Two  Words!', urlKey: 'two-words', description: '', status: 'planned', goalId: null,
      goalIds: [], goals: [], leadAgentId: null, targetDate: null, color: null, workspaces: [],
      primaryWorkspace: null, archivedAt: null, version: 1, companyId: '$company',
    },
  },
  { rule: 'needs a name', send: add('projects', {}), answers: badInput, at: 'name' },
  ...rightOfProject.flatMap(([body, shows = body]) =>
    bothWays(`with ${JSON.stringify(body)}`, body, { shows })),
  ...wrongOfProject.flatMap(([body, at]) =>
    bothWays(`never with ${JSON.stringify(body).slice(0, 40)}`, body, { no: badInput, at })),
  ...absentOfProject.flatMap(([body, code, at]) =>
    bothWays(`never with ${JSON.stringify(body).slice(0, 40)}`, body, { no: [404, code], at })),
  {
    rule: 'comes with its first workspace', send: project({ workspace: { cwd: '/srv/two' } }),
    answers: 201,
    shows: { workspaces: [{ name: 'two', isPrimary: true }],
      primaryWorkspace: { cwd: '/srv/two', repoUrl: null } },
  },
  { rule: 'comes with a workspace that leads somewhere', send: project({ workspace: {} }),
    answers: badInput, at: 'workspace.cwd' },
  { rule: 'is put away and taken out again', first: { project: project() },
    send: change({ archivedAt: '2026-01-01T00:00:00.000Z' }), answers: 200,
    shows: { archivedAt: '2026-01-01T00:00:00.000Z', version: 2 } },
  { rule: 'has a new url key under a new name', first: { project: project() },
    send: change({ name: 'New Name' }), answers: 200, shows: { urlKey: 'new-name' } },
  { rule: 'stays as it is where nothing changes', first: { project: project() },
    send: change({ name: 'Ship' }), answers: 200, shows: { version: 1 } },
  { rule: 'is changed as it was read', first: { project: project() },
    send: change({ name: 'New' }, { 'if-match': '"1"' }), answers: 200, shows: { version: 2 } },
  { rule: 'is not changed as it was not read', first: { project: project() },
    send: change({ name: 'New' }, { 'if-match': '"3"' }), answers: [412, 'version_mismatch'] },
  { rule: 'is listed, the oldest first',
    send: ['GET /api/companies/$company/projects?limit=1', undefined, 'sid'], answers: 200,
    shows: [{ id: '$project' }], heads: { link: 'rel="next"' } },
  { rule: 'is listed on from a cursor', send: ['GET /api/companies/$company/projects?cursor=abc'],
    answers: [400, 'invalid_cursor'] },
  { rule: 'is read', send: ['GET /api/projects/$project', undefined, 'sid'], answers: 200,
    shows: { id: '$project', primaryWorkspace: { cwd: '/srv/ship' } } },
  ...[NOTHING, 'ship', '$zoeProject'].flatMap((id): WorkRow[] => [
    { rule: `${id} is absent`, send: [`GET /api/projects/${id}`, undefined, 'ann'],
      answers: [404, 'project_not_found'] },
    { rule: `${id} is not changed`, send: [`PATCH /api/projects/${id}`, { name: 'x' }, 'ann'],
      answers: [404, 'project_not_found'] },
    { rule: `${id} has no workspaces`, send: [`GET /api/projects/${id}/workspaces`, undefined,
      'ann'], answers: [404, 'project_not_found'] },
    { rule: `${id} takes no workspace`, send: [`POST /api/projects/${id}/workspaces`,
      { cwd: '.' }, 'ann'], answers: [404, 'project_not_found'] },
  ]),
  { rule: 'is not made in an archived company',
    send: ['POST /api/companies/$archived/projects', { name: 'Old' }],
    answers: [422, 'company_archived'] },
];

const here = { project: project(), a: place({ cwd: '/a' }) };
const both = { ...here, b: place({ cwd: '/b' }) };
const at = (id: string) => `/api/projects/$project/workspaces/${id}`;

const workspaces: readonly WorkRow[] = [
  { rule: 'is the primary one if it is the first', first: { project: project() },
    send: place({ cwd: 'src' }), answers: 201,
    shows: { projectId: '$project', cwd: 'src', name: 'src', repoUrl: null, repoRef: null,
      isPrimary: true } },
  { rule: 'is not if it is the second', first: here, send: place({ cwd: '/b' }), answers: 201,
    shows: { isPrimary: false } },
  { rule: 'is if it says so', first: here, send: place({ cwd: '/b', isPrimary: true }),
    answers: 201, shows: { isPrimary: true } },
  { rule: 'takes the place of another',
    first: { ...here, b: place({ cwd: '/b', isPrimary: true }) },
    send: ['GET /api/projects/$project/workspaces'], answers: 200,
    shows: [{ id: '$b', isPrimary: true }, { id: '$a', isPrimary: false }] },
  { rule: 'may be a repository and a branch', first: here,
    send: place({ repoUrl: 'https://example.com/x/tool.git', repoRef: 'main', name: 'Tool' }),
    answers: 201, shows: { name: 'Tool', cwd: null, repoRef: 'main' } },
  ...['https://example.com/x/tool', 'http://example.com/x/tool.git', 'ssh://git@example.com/tool',
    'git://example.com/tool.git', 'git@example.com:x/tool.git'].map((repoUrl): WorkRow => ({
    rule: `is found at ${repoUrl}`, first: here, send: place({ repoUrl }), answers: 201,
    shows: { repoUrl, name: 'tool' },
  })),
  ...['file:///etc', 'javascript:1', 'example', 'ext::sh -c x', 'https://'].map(
    (repoUrl): WorkRow => ({
      rule: `is not found at ${repoUrl}`, first: here, send: place({ repoUrl }), answers: badInput,
      at: 'repoUrl',
    })),
  { rule: 'leads somewhere', first: here, send: place({ name: 'x' }), answers: badInput,
    at: 'cwd' },
  { rule: 'is primary or not', first: here, send: place({ cwd: '/b', isPrimary: 'yes' }),
    answers: badInput, at: 'isPrimary' },
  { rule: 'has a name if it has one', first: here, send: place({ cwd: '/b', name: '' }),
    answers: badInput, at: 'name' },
  { rule: 'has a branch if it has one', first: here, send: place({ cwd: '/b', repoRef: '' }),
    answers: badInput, at: 'repoRef' },
  { rule: 'is changed', first: here,
    send: [`PATCH ${at('$a')}`, { name: 'A', repoUrl: 'https://example.com/a', repoRef: 'x' }],
    answers: 200, shows: { id: '$a', name: 'A', cwd: '/a', repoRef: 'x' } },
  { rule: 'is moved', first: here, send: [`PATCH ${at('$a')}`, { cwd: '/c' }], answers: 200,
    shows: { cwd: '/c' } },
  { rule: 'still leads somewhere', first: here, send: [`PATCH ${at('$a')}`, { cwd: null }],
    answers: badInput, at: 'cwd' },
  { rule: 'is made the primary one', first: both,
    send: [`PATCH ${at('$b')}`, { isPrimary: true }], answers: 200,
    shows: { id: '$b', isPrimary: true } },
  { rule: 'is deleted, and the oldest of the others is the primary one',
    first: { ...both, c: place({ cwd: '/c' }), gone: [`DELETE ${at('$a')}`] },
    send: ['GET /api/projects/$project'], answers: 200,
    shows: { primaryWorkspace: { id: '$b' }, workspaces: [{ id: '$b' }, { id: '$c' }] } },
  { rule: 'is shown when it is deleted', first: here,
    send: [`DELETE ${at('$a')}`, undefined, 'ann'],
    answers: 200, shows: { id: '$a' } },
  ...[NOTHING, 'a'].flatMap((id): WorkRow[] => [
    { rule: `${id} is not changed`, first: here, send: [`PATCH ${at(id)}`, { cwd: '/' }],
      answers: [404, 'workspace_not_found'] },
    { rule: `${id} is not deleted`, first: here, send: [`DELETE ${at(id)}`],
      answers: [404, 'workspace_not_found'] },
  ]),
  { rule: 'is changed in its own project only', first: { ...here, other: project() },
    send: ['PATCH /api/projects/$other/workspaces/$a', { cwd: '/' }],
    answers: [404, 'workspace_not_found'] },
  { rule: 'is changed in a project', first: here,
    send: [`PATCH /api/projects/${NOTHING}/workspaces/$a`, { cwd: '/' }],
    answers: [404, 'project_not_found'] },
  { rule: 'is deleted in a project', first: here,
    send: [`DELETE /api/projects/${NOTHING}/workspaces/$a`], answers: [404, 'project_not_found'] },
  {
    rule: 'is one of a hundred',
    first: { project: project(), ...Object.fromEntries(Array.from({ length: 100 }, (_, index) =>
      [`w${index}`, place({ cwd: `/w${index}` })])) },
    send: place({ cwd: '/more' }), answers: [422, 'too_many_workspaces'],
  },
];

export const planningRows = { labels, projects, workspaces };
