/** What the board holds, and nobody starts. */
import { expect } from 'vitest';
import {
  badInput,
  issue,
  NOTHING,
  project as newProject,
  type Send,
  type Who,
  type WorkRow,
} from '../row.ts';

const hold = (what = 'issues/$issue', by: Who = 'board', body: object = {}): Send => [
  `POST /api/${what}/hold`,
  { reason: 'A freeze', ...body },
  by,
];
const lift = (what = 'issues/$issue', by: Who = 'board'): Send => [
  `POST /api/${what}/hold/lift`,
  undefined,
  by,
];
const create = (fields: object): Send => [
  'POST /api/companies/$company/issues',
  { title: 'Work', status: 'todo', assigneeAgentId: '$ann', ...fields },
];
const project = newProject();
const held = { issue: issue({ assigneeAgentId: '$ann' }), held: hold() };
const below = { ...held, below: create({ parentId: '$issue' }) };
const inProject = {
  project,
  issue: create({ projectId: '$project' }),
  held: hold('projects/$project'),
};
const claim = (what: string, by: Who = 'ann'): Send => [
  `POST /api/issues/${what}/checkout`,
  { agentId: '$ann', expectedStatuses: ['todo'] },
  by,
];

export const holdRows: readonly WorkRow[] = [
  {
    rule: 'names what it holds and why',
    first: { issue: issue() },
    send: hold('issues/$issue', 'board', { cancelRuns: true }),
    answers: 200,
    shows: {
      issueId: '$issue',
      hold: {
        issueId: '$issue',
        projectId: null,
        name: '$issue.identifier',
        reason: 'A freeze',
        heldByUserId: expect.any(String),
        heldAt: expect.any(String),
      },
    },
  },
  {
    rule: 'names the project that it holds',
    first: { project },
    send: hold('projects/$project', 'board', { cancelRuns: true }),
    answers: 200,
    shows: { projectId: '$project', hold: { issueId: null, projectId: '$project' } },
  },
  ...[claim('$issue'), claim('$issue', 'board'), claim('$below')].map((send, at): WorkRow => ({
    rule: ['lets no agent start it', 'nor the board', 'nor anyone what is below it'][at] ?? '',
    first: below,
    send,
    answers: [422, 'issue_held'],
  })),
  {
    rule: 'lets nobody move it to in_progress',
    first: held,
    send: ['PATCH /api/issues/$issue', { status: 'in_progress' }],
    answers: [422, 'issue_held'],
  },
  {
    rule: 'lets nobody create begun work in it',
    first: held,
    send: create({ status: 'in_progress', parentId: '$issue' }),
    answers: [422, 'issue_held'],
  },
  {
    rule: 'of a project holds its issues',
    first: inProject,
    send: claim('$issue'),
    answers: [422, 'issue_held'],
  },
  {
    rule: 'that is lifted lets work start',
    first: { ...held, lifted: lift() },
    send: claim('$issue'),
    answers: 200,
  },
  {
    rule: 'of a project that is lifted lets work start',
    first: { ...inProject, lifted: lift('projects/$project') },
    send: claim('$issue'),
    answers: 200,
  },
  {
    rule: 'that is lifted again stays so',
    first: { ...held, lifted: lift() },
    send: lift(),
    answers: 200,
    shows: { issueId: '$issue', hold: null },
  },
  {
    rule: 'of a project that is not held is lifted without effect',
    first: { project },
    send: lift('projects/$project'),
    answers: 200,
    shows: { projectId: '$project', hold: null },
  },
  ...(['issues/$issue', 'projects/$project'] as const).flatMap((what): WorkRow[] => [
    {
      rule: `is made by no agent: ${what}`,
      first: { project, issue: issue() },
      send: hold(what, 'cleo'),
      answers: [403, 'board_only'],
    },
    {
      rule: `is lifted by no agent: ${what}`,
      first: { project, issue: issue() },
      send: lift(what, 'cleo'),
      answers: [403, 'board_only'],
    },
    {
      rule: `has a reason: ${what}`,
      first: { project, issue: issue() },
      send: hold(what, 'board', { reason: ' ' }),
      answers: badInput,
      at: 'reason',
    },
  ]),
  ...(['hold', 'hold/lift'] as const).flatMap((path): WorkRow[] => [
    {
      rule: `needs an issue: ${path}`,
      send: [`POST /api/issues/${NOTHING}/${path}`, { reason: 'A freeze' }],
      answers: [404, 'issue_not_found'],
    },
    {
      rule: `needs a project: ${path}`,
      send: [`POST /api/projects/${NOTHING}/${path}`, { reason: 'A freeze' }],
      answers: [404, 'project_not_found'],
    },
  ]),
];
