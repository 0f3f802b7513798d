/** Routines: what they may be, who may turn them on, and what their moments answer. */
import { expect } from 'vitest';
import { badInput, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const template = { title: 'Check {{count}} of {{date}}' };
const create = (fields: object = {}, by: Who = 'board'): Send => [
  'POST /api/companies/$company/routines',
  { name: 'Check', template, ...fields },
  by,
];
const at = (
  line: 'GET' | 'PATCH' | 'DELETE' | 'POST',
  rest = '',
  body?: object,
  by: Who = 'board',
  of = '$routine',
): Send => [`${line} /api/routines/${of}${rest}`, body, by];
const first = { routine: create() };
const clock = { kind: 'interval', everySec: 60, from: '2026-01-01T00:00:00.000Z' };
const ofAnHour = { kind: 'interval', everySec: 3_600, from: '2026-01-01T00:00:00.000Z' };
const whole = {
  template: {
    title: 'Check {{region}}',
    description: 'As ever.',
    priority: 'high',
    assigneeAgentId: '$ann',
    children: [
      { key: 'a', title: 'Look' },
      { title: 'Tell', blockedBy: ['a'] },
    ],
  },
  variables: [{ name: 'region', default: 'north' }],
  clock: { kind: 'cron', expression: '0 9 * * MON-FRI', zone: 'Europe/Berlin' },
  overlap: 'queue',
  catchUp: 'all',
  catchUpCap: 3,
  pauseAfterFailures: 2,
  budgetMonthlyCents: 5_000,
  status: 'paused',
};
const moments = (query: string, by: Who = 'board'): Send => [
  `GET /api/companies/$company/routine-moments?${query}`,
  undefined,
  by,
];
const range = () => ({
  from: new Date(Date.now() - 7_200_000).toISOString(),
  to: new Date(Date.now() - 1_000).toISOString(),
});
const days = () => ({ ...range(), from: new Date(Date.now() - 86_400_000).toISOString() });

export const routineRows: readonly WorkRow[] = [
  {
    rule: 'has all its fields',
    send: create(whole),
    answers: 201,
    shows: { ...whole, pauseReason: 'manual', nextFireAt: null, fired: 0, spentMonthlyCents: 0 },
  },
  {
    rule: 'of an agent is proposed',
    send: create({}, 'ann'),
    answers: 201,
    shows: { status: 'proposed', proposedByAgentId: '$ann', activatedByUserId: null },
  },
  {
    rule: 'needs a clock that comes',
    send: create({ clock: { kind: 'cron', expression: '0 0 30 2 *' } }),
    answers: badInput,
  },
  {
    rule: 'needs a minute',
    send: create({ clock: { ...clock, everySec: 59 } }),
    answers: badInput,
  },
  {
    rule: 'names no variable that it does not declare',
    send: create({ template: { title: '{{nothing}}' } }),
    answers: [422, 'variable_refused'],
  },
  {
    rule: 'makes no issue that nobody could',
    send: create({ template: { title: 'Check', projectId: NOTHING } }),
    answers: [422, 'template_refused'],
  },
  {
    rule: 'is listed by its status',
    first: { routine: create({ status: 'paused' }) },
    send: ['GET /api/companies/$company/routines?status=paused&limit=1', undefined],
    answers: 200,
    shows: [{ id: '$routine' }],
  },
  {
    rule: 'goes on on the next page',
    first: { one: create(), two: create() },
    send: ['GET /api/companies/$company/routines?limit=1&cursor=nothing', undefined],
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'with a zone shows its moments before it is saved',
    send: moments('expression=0+9+*+*+*&zone=Asia/Tokyo'),
    answers: 200,
    shows: { nextMoments: expect.arrayContaining([expect.stringMatching(/T00:00:00\.000Z$/)]) },
  },
  {
    rule: 'with an interval shows them, too',
    send: moments('everySec=60&from=2026-01-01T00:00:00.000Z', 'ann'),
    answers: 200,
  },
  { rule: 'shows none without a clock', send: moments(''), answers: 200 },
  {
    rule: 'is read',
    first,
    send: at('GET', '', undefined, 'ann'),
    answers: 200,
    shows: { id: '$routine' },
  },
  {
    rule: 'is there',
    send: at('GET', '', undefined, 'board', NOTHING),
    answers: [404, 'routine_not_found'],
  },
  {
    rule: 'is changed in all its fields',
    first,
    send: at('PATCH', '', { ...whole, name: 'Other', ifVersion: 1 }),
    answers: 200,
    shows: { ...whole, name: 'Other', version: 2 },
  },
  {
    rule: 'of an agent is turned on by the board',
    first: { routine: create({ clock }, 'ann') },
    send: at('PATCH', '', { status: 'active' }),
    answers: 200,
    shows: {
      status: 'active',
      activatedByUserId: expect.any(String),
      nextFireAt: expect.any(String),
    },
  },
  {
    rule: 'is not turned on by an agent',
    first,
    send: at('PATCH', '', { status: 'active' }, 'ann'),
    answers: [403, 'board_only'],
  },
  {
    rule: 'is changed to nothing that cannot be made',
    first,
    send: at('PATCH', '', { template: { title: 'Check', labelIds: [NOTHING] } }),
    answers: [422, 'template_refused'],
  },
  {
    rule: 'is changed to no unknown variable',
    first,
    send: at('PATCH', '', { template: { title: '{{nothing}}' } }),
    answers: [422, 'variable_refused'],
  },
  {
    rule: 'is changed only if it is there',
    send: at('PATCH', '', { name: 'A' }, 'board', NOTHING),
    answers: [404, 'routine_not_found'],
  },
  { rule: 'is archived', first, send: at('DELETE'), answers: 200, shows: { status: 'archived' } },
  {
    rule: 'is archived only if it is there',
    send: at('DELETE', '', undefined, 'board', NOTHING),
    answers: [404, 'routine_not_found'],
  },
  {
    rule: 'is run by hand',
    first: {
      routine: create({
        template: { title: '{{region}}' },
        variables: [{ name: 'region', required: true }],
      }),
    },
    send: at('POST', '/run', { variables: { region: 'north' } }),
    answers: 201,
    shows: { outcome: 'fired', cause: 'hand', issueId: expect.any(String) },
  },
  {
    rule: 'is skipped while its last issue is open',
    first: { ...first, before: at('POST', '/run', {}) },
    send: at('POST', '/run', {}),
    answers: 201,
    shows: { outcome: 'skipped', reason: 'last_issue_open', issueId: null },
  },
  {
    rule: 'is run with no unknown variable',
    first,
    send: at('POST', '/run', { variables: { other: 'x' } }),
    answers: [422, 'variable_refused'],
  },
  {
    rule: 'is not run without what it names',
    first: {
      label: ['POST /api/companies/$company/labels', { name: '$word', color: '#112233' }],
      routine: create({ template: { title: 'Check', labelIds: ['$label'] } }),
      gone: ['DELETE /api/labels/$label', undefined],
    },
    send: at('POST', '/run', {}),
    answers: [422, 'template_refused'],
  },
  {
    rule: 'is run only if it is there',
    send: at('POST', '/run', {}, 'board', NOTHING),
    answers: [404, 'routine_not_found'],
  },
  {
    rule: 'says what its moments did',
    first: { ...first, before: at('POST', '/run', {}) },
    send: at('GET', '/firings?limit=1'),
    answers: 200,
    shows: [{ routineId: '$routine', issueId: '$before.issueId', outcome: 'fired' }],
  },
  {
    rule: 'says it from a cursor of its own',
    first,
    send: at('GET', '/firings?cursor=nothing'),
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'says it only if it is there',
    send: at('GET', '/firings', undefined, 'board', NOTHING),
    answers: [404, 'routine_not_found'],
  },
  {
    rule: 'makes up for what was missed',
    first: { routine: create({ clock: ofAnHour }) },
    send: at('POST', '/backfill', range()),
    answers: 200,
    shows: { routineId: '$routine', queued: expect.arrayContaining([expect.any(String)]) },
  },
  {
    rule: 'makes up for a hundred moments at most',
    first: { routine: create({ clock }) },
    send: at('POST', '/backfill', days()),
    answers: [422, 'too_many_moments'],
  },
  {
    rule: 'makes up for the past',
    first,
    send: at('POST', '/backfill', { ...range(), to: '2199-01-01T00:00:00.000Z' }),
    answers: badInput,
  },
  {
    rule: 'makes up only if it is there',
    send: at('POST', '/backfill', range(), 'board', NOTHING),
    answers: [404, 'routine_not_found'],
  },
];
