/** Waits of agents: begun, listed and cancelled. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, patch, type Send, type Who, type WorkRow } from '../row.ts';

const FAR = '2126-11-20T18:12:00.000Z';
const later = { after: 86_400, note: 'Look again' };

const wait = (asked: object = later, by: Who = 'ann', of = '$issue'): Send => [
  `POST /api/issues/${of}/waits`,
  asked,
  by,
];
const list = (of = '$issue', by: Who = 'ann', query = ''): Send => [
  `GET /api/issues/${of}/waits${query}`,
  undefined,
  by,
];
const cancel = (waitId = '$wait', by: Who = 'ann', of = '$issue'): Send => [
  `DELETE /api/issues/${of}/waits/${waitId}`,
  undefined,
  by,
];
const own = { issue: issue({ assigneeAgentId: '$ann' }) };

export const waitRows: readonly WorkRow[] = [
  {
    rule: 'is one of the agent that makes it, for some seconds',
    first: own,
    send: wait(),
    answers: 201,
    shows: { agentId: '$ann', note: 'Look again', signal: false, signalUrl: null, cause: null },
  },
  {
    rule: 'is one until a time, with a deadline',
    first: own,
    send: wait({ until: FAR, deadline: FAR, onDeadline: 'block', note: 'Look again' }),
    answers: 201,
    shows: { until: FAR, deadline: FAR, onDeadline: 'block' },
  },
  {
    rule: 'for a signal has an address',
    first: own,
    send: wait({ signal: true, note: 'Merge' }),
    answers: 201,
    shows: { signal: true, until: null, signalUrl: expect.stringContaining('/api/signals/') },
  },
  {
    rule: 'of the board is one of the assignee',
    first: own,
    send: wait(later, 'board'),
    answers: 201,
    shows: { agentId: '$ann', byAgentId: null },
  },
  {
    rule: 'of the board needs an agent that waits',
    first: { issue: issue() },
    send: wait(later, 'board'),
    answers: [422, 'assignee_required'],
  },
  {
    rule: 'needs an end',
    first: own,
    send: wait({ note: 'Look again', deadline: FAR }),
    answers: [422, 'wait_without_end'],
  },
  {
    rule: 'has one time',
    first: own,
    send: wait({ ...later, until: FAR }),
    answers: [422, 'wait_without_end'],
  },
  {
    rule: 'needs a note',
    first: own,
    send: wait({ after: 60 }),
    answers: badInput,
    at: 'note',
  },
  ...(
    [
      ['until', 'tomorrow'],
      ['after', 0],
      ['deadline', 'tomorrow'],
      ['onDeadline', 'sleep'],
      ['signal', 'yes'],
    ] as const
  ).map(([field, value]): WorkRow => ({
    rule: `has no ${field} of another form`,
    first: own,
    send: wait({ ...later, [field]: value }),
    answers: badInput,
    at: field,
  })),
  {
    rule: 'is not begun on an issue that has ended',
    first: { ...own, ended: patch({ status: 'cancelled' }) },
    send: wait(),
    answers: [422, 'illegal_transition'],
  },
  {
    rule: 'does not block the work of another at its deadline',
    first: own,
    send: wait({ ...later, deadline: FAR, onDeadline: 'block' }, 'bob'),
    answers: [409, 'not_the_owner'],
  },
  {
    rule: 'does not cancel at its deadline what takes a manager',
    first: own,
    send: wait({ ...later, deadline: FAR, onDeadline: 'cancel' }),
    answers: [403, 'cancel_needs_manager'],
  },
  {
    rule: 'is not begun by a paused agent',
    first: own,
    send: wait(later, 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not begun by an agent of a paused company',
    send: wait(later, 'pam', '$restingIssue'),
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is not begun on an absent issue',
    send: wait(later, 'ann', NOTHING),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is listed',
    first: { ...own, wait: wait() },
    send: list(),
    answers: 200,
    shows: [{ id: '$wait', note: 'Look again' }],
  },
  {
    rule: 'is listed in pages',
    first: { ...own, wait: wait(), next: wait() },
    send: list('$issue', 'bob', '?limit=1'),
    answers: 200,
    shows: [{ id: '$next' }],
  },
  {
    rule: 'is not listed from a foreign cursor',
    first: own,
    send: list('$issue', 'ann', '?cursor=abc'),
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'of an absent issue is absent',
    send: list(NOTHING),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is cancelled by its agent',
    first: { ...own, wait: wait() },
    send: cancel(),
    answers: 200,
    shows: { id: '$wait', cause: 'cancelled' },
  },
  {
    rule: 'is cancelled by a manager of its agent',
    first: { ...own, wait: wait() },
    send: cancel('$wait', 'max'),
    answers: 200,
    shows: { cause: 'cancelled' },
  },
  {
    rule: 'is not cancelled by another',
    first: { ...own, wait: wait() },
    send: cancel('$wait', 'bob'),
    answers: [409, 'not_the_owner'],
  },
  {
    rule: 'that is absent is not cancelled',
    first: own,
    send: cancel(NOTHING),
    answers: [404, 'wait_not_found'],
  },
  {
    rule: 'of an absent issue is not cancelled',
    send: cancel(NOTHING, 'ann', NOTHING),
    answers: [404, 'issue_not_found'],
  },
];
