/** Workspaces of a project. */
import { badInput, NOTHING, project, type Send, type Who, type WorkRow } from '../row.ts';

const workspace = (body: object, by: Who = 'ann'): Send => [
  'POST /api/projects/$project/workspaces',
  body,
  by,
];

const one = { project: project(), a: workspace({ cwd: '/a' }) };
const two = { ...one, b: workspace({ cwd: '/b' }) };
const at = (id: string) => `/api/projects/$project/workspaces/${id}`;

export const workspaceRows: readonly WorkRow[] = [
  {
    rule: 'is the primary one if it is the first',
    first: { project: project() },
    send: workspace({ cwd: 'src' }),
    answers: 201,
    shows: {
      projectId: '$project',
      cwd: 'src',
      name: 'src',
      repoUrl: null,
      repoRef: null,
      isPrimary: true,
    },
  },
  {
    rule: 'is not the primary one if it is the second',
    first: one,
    send: workspace({ cwd: '/b' }),
    answers: 201,
    shows: { isPrimary: false },
  },
  {
    rule: 'is the primary one on request',
    first: one,
    send: workspace({ cwd: '/b', isPrimary: true }),
    answers: 201,
    shows: { isPrimary: true },
  },
  {
    rule: 'replaces the former primary one',
    first: { ...one, b: workspace({ cwd: '/b', isPrimary: true }) },
    send: ['GET /api/projects/$project/workspaces'],
    answers: 200,
    shows: [
      { id: '$b', isPrimary: true },
      { id: '$a', isPrimary: false },
    ],
  },
  {
    rule: 'may be a repository and a branch',
    first: one,
    send: workspace({ repoUrl: 'https://example.com/x/tool.git', repoRef: 'main', name: 'Tool' }),
    answers: 201,
    shows: { name: 'Tool', cwd: null, repoRef: 'main' },
  },
  ...[
    'https://example.com/x/tool',
    'http://example.com/x/tool.git',
    'ssh://git@example.com/tool',
    'git://example.com/tool.git',
    'git@example.com:x/tool.git',
  ].map((repoUrl): WorkRow => ({
    rule: `may have the repository ${repoUrl}`,
    first: one,
    send: workspace({ repoUrl }),
    answers: 201,
    shows: { repoUrl, name: 'tool' },
  })),
  ...['file:///etc', 'javascript:1', 'example', 'ext::sh -c x', 'https://'].map(
    (repoUrl): WorkRow => ({
      rule: `may not have the repository ${repoUrl}`,
      first: one,
      send: workspace({ repoUrl }),
      answers: badInput,
      at: 'repoUrl',
    }),
  ),
  {
    rule: 'needs a folder or a repository',
    first: one,
    send: workspace({ name: 'x' }),
    answers: badInput,
    at: 'cwd',
  },
  {
    rule: 'refuses a primary flag that is not boolean',
    first: one,
    send: workspace({ cwd: '/b', isPrimary: 'yes' }),
    answers: badInput,
    at: 'isPrimary',
  },
  {
    rule: 'refuses an empty name',
    first: one,
    send: workspace({ cwd: '/b', name: '' }),
    answers: badInput,
    at: 'name',
  },
  {
    rule: 'refuses an empty branch',
    first: one,
    send: workspace({ cwd: '/b', repoRef: '' }),
    answers: badInput,
    at: 'repoRef',
  },
  {
    rule: 'is changed',
    first: one,
    send: [`PATCH ${at('$a')}`, { name: 'A', repoUrl: 'https://example.com/a', repoRef: 'x' }],
    answers: 200,
    shows: { id: '$a', name: 'A', cwd: '/a', repoRef: 'x' },
  },
  {
    rule: 'gets another folder',
    first: one,
    send: [`PATCH ${at('$a')}`, { cwd: '/c' }],
    answers: 200,
    shows: { cwd: '/c' },
  },
  {
    rule: 'keeps a folder or a repository',
    first: one,
    send: [`PATCH ${at('$a')}`, { cwd: null }],
    answers: badInput,
    at: 'cwd',
  },
  {
    rule: 'is changed with the current version',
    first: one,
    send: [`PATCH ${at('$a')}`, { name: 'A' }, 'ann', { 'if-match': '"1"' }],
    answers: 200,
    shows: { name: 'A', version: 2 },
  },
  {
    rule: 'is not changed with the version from before it lost its place as the primary one',
    first: { ...one, b: workspace({ cwd: '/b', isPrimary: true }) },
    send: [`PATCH ${at('$a')}`, { name: 'A' }, 'ann', { 'if-match': '"1"' }],
    answers: [412, 'version_mismatch'],
  },
  {
    rule: 'is made the primary one',
    first: two,
    send: [`PATCH ${at('$b')}`, { isPrimary: true }],
    answers: 200,
    shows: { id: '$b', isPrimary: true },
  },
  {
    rule: 'is deleted, and the oldest of the others is the primary one',
    first: { ...two, c: workspace({ cwd: '/c' }), gone: [`DELETE ${at('$a')}`] },
    send: ['GET /api/projects/$project'],
    answers: 200,
    shows: { primaryWorkspace: { id: '$b' }, workspaces: [{ id: '$b' }, { id: '$c' }] },
  },
  {
    rule: 'is the answer to its deletion',
    first: one,
    send: [`DELETE ${at('$a')}`, undefined, 'ann'],
    answers: 200,
    shows: { id: '$a' },
  },
  ...[NOTHING, 'a'].flatMap((id): WorkRow[] => [
    {
      rule: `${id} is not changed`,
      first: one,
      send: [`PATCH ${at(id)}`, { cwd: '/' }],
      answers: [404, 'workspace_not_found'],
    },
    {
      rule: `${id} is not deleted`,
      first: one,
      send: [`DELETE ${at(id)}`],
      answers: [404, 'workspace_not_found'],
    },
  ]),
  {
    rule: 'is changed in its own project only',
    first: { ...one, other: project() },
    send: ['PATCH /api/projects/$other/workspaces/$a', { cwd: '/' }],
    answers: [404, 'workspace_not_found'],
  },
  {
    rule: 'is not changed in an absent project',
    first: one,
    send: [`PATCH /api/projects/${NOTHING}/workspaces/$a`, { cwd: '/' }],
    answers: [404, 'project_not_found'],
  },
  {
    rule: 'is not deleted in an absent project',
    first: one,
    send: [`DELETE /api/projects/${NOTHING}/workspaces/$a`],
    answers: [404, 'project_not_found'],
  },
  {
    rule: 'is one of at most a hundred',
    first: {
      project: project(),
      ...Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [`w${index}`, workspace({ cwd: `/w${index}` })]),
      ),
    },
    send: workspace({ cwd: '/more' }),
    answers: [422, 'too_many_workspaces'],
  },
];
