/** Checking out an issue. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, statuses, type Send, type Who, type WorkRow } from './row.ts';

const claim = (
  agent: string,
  expectedStatuses: readonly string[] = ['todo'],
  by: Who = agent as Who,
): Send => ['POST /api/issues/$issue/checkout', { agentId: `$${agent}`, expectedStatuses }, by];

const one = { issue: issue() };
const begun = { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }) };
const claimed = { ...one, claimed: claim('ann') };
const claimable = new Set<string>(['todo', 'blocked', 'in_review']);
const unclaimable = statuses.filter((status) => !claimable.has(status));

/** Invalid bodies, named by what they lack. */
const wrong: readonly [what: string, body: object, at: string][] = [
  ['an agent', { expectedStatuses: ['todo'] }, 'agentId'],
  ['the id of an agent', { agentId: 'ann', expectedStatuses: ['todo'] }, 'agentId'],
  ['what is expected', { agentId: '$ann' }, 'expectedStatuses'],
  ['something that is expected', { agentId: '$ann', expectedStatuses: [] }, 'expectedStatuses'],
  ['a list of what is expected', { agentId: '$ann', expectedStatuses: 'todo' }, 'expectedStatuses'],
  [
    'statuses that are expected',
    { agentId: '$ann', expectedStatuses: ['open'] },
    'expectedStatuses.0',
  ],
];

export const claimRows: readonly WorkRow[] = [
  {
    rule: 'is claimed and started by the caller',
    first: one,
    send: claim('ann'),
    answers: 200,
    shows: {
      status: 'in_progress',
      assigneeAgentId: '$ann',
      assignedByAgentId: '$ann',
      checkoutRunId: null,
      startedAt: expect.any(String),
      version: 2,
    },
  },
  ...[...claimable].map((status): WorkRow => ({
    rule: `is claimed in ${status} if that is expected`,
    first: { issue: issue({ status }) },
    send: claim('ann', [status]),
    answers: 200,
    shows: { status: 'in_progress' },
  })),
  ...unclaimable
    .filter((status) => status !== 'in_progress')
    .map((status): WorkRow => ({
      rule: `is not claimed in ${status}, expected or not`,
      first: { issue: issue({ status }) },
      send: claim('ann', statuses),
      answers: [422, 'illegal_transition'],
    })),
  {
    rule: 'is not claimed in a status that is not expected',
    first: { issue: issue({ status: 'blocked' }) },
    send: claim('ann', ['todo', 'in_review']),
    answers: [409, 'unexpected_status'],
    shows: { details: { status: 'blocked' } },
  },
  {
    rule: 'is claimed in one of several statuses',
    first: { issue: issue({ status: 'blocked' }) },
    send: claim('ann', ['todo', 'blocked']),
    answers: 200,
  },
  {
    rule: 'is not claimed while another agent owns it',
    first: begun,
    send: claim('bob'),
    answers: [409, 'issue_owned_by_another_agent'],
    shows: {
      error: 'Issue checkout conflict',
      retryable: false,
      hint: 'pick another issue: GET /api/agents/me/inbox',
      details: {
        issueId: '$issue',
        status: 'in_progress',
        assigneeAgentId: '$ann',
        checkoutRunId: null,
      },
    },
  },
  {
    rule: 'is not claimed while another agent owns it, whatever is expected',
    first: begun,
    send: claim('bob', ['in_progress']),
    answers: [409, 'issue_owned_by_another_agent'],
  },
  {
    rule: 'is not claimed if it is assigned to another agent',
    first: { issue: issue({ assigneeAgentId: '$ann' }) },
    send: claim('bob'),
    answers: [409, 'issue_owned_by_another_agent'],
    shows: { details: { status: 'todo' } },
  },
  {
    rule: 'is not claimed if it is assigned to a user',
    first: { issue: issue({ assigneeUserId: '$una' }) },
    send: claim('ann'),
    answers: [409, 'issue_owned_by_another_agent'],
  },
  {
    rule: 'is claimed by its assignee, and still names who assigned it',
    first: { issue: issue({ assigneeAgentId: '$ann' }, 'max') },
    send: claim('ann'),
    answers: 200,
    shows: { assignedByAgentId: '$max' },
  },
  {
    rule: 'is claimed again without a change',
    first: claimed,
    send: claim('ann'),
    answers: 200,
    shows: { version: 2, startedAt: '$claimed.startedAt', updatedAt: '$claimed.updatedAt' },
  },
  {
    rule: 'is claimed again whatever is expected',
    first: claimed,
    send: claim('ann', ['done']),
    answers: 200,
    shows: { status: 'in_progress' },
  },
  {
    rule: 'is not claimed by an agent for another agent',
    first: one,
    send: claim('bob', ['todo'], 'ann'),
    answers: [403, 'acting_as_another_agent'],
  },
  {
    rule: 'is not claimed by a manager for a report',
    first: one,
    send: claim('ann', ['todo'], 'max'),
    answers: [403, 'acting_as_another_agent'],
  },
  {
    rule: 'is claimed by the board for an agent',
    first: one,
    send: claim('ann', ['todo'], 'board'),
    answers: 200,
    shows: { assigneeAgentId: '$ann', assignedByUserId: '$boardUser' },
  },
  {
    rule: 'is claimed by the board for a CEO without a strategy',
    first: one,
    send: claim('cleo', ['todo'], 'board'),
    answers: 200,
  },
  {
    rule: 'is not claimed by a CEO without a strategy',
    first: one,
    send: claim('cleo'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is not claimed by an agent while an open issue blocks it',
    first: { other: issue(), issue: issue({ status: 'todo', blockedByIssueIds: ['$other'] }) },
    send: claim('ann'),
    answers: [422, 'issue_blocked'],
  },
  {
    rule: 'is not claimed by a paused agent',
    first: one,
    send: claim('pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not claimed for a pending agent',
    first: one,
    send: claim('pia', ['todo'], 'board'),
    answers: [422, 'agent_not_assignable'],
  },
  {
    rule: 'is not claimed for a terminated agent',
    first: one,
    send: claim('tom', ['todo'], 'board'),
    answers: [422, 'agent_not_assignable'],
  },
  {
    rule: 'is not claimed for an agent of another company',
    first: one,
    send: claim('zoe', ['todo'], 'board'),
    answers: [404, 'agent_not_found'],
    at: 'agentId',
  },
  {
    rule: 'is not claimed for an absent agent',
    first: one,
    send: ['POST /api/issues/$issue/checkout', { agentId: NOTHING, expectedStatuses: ['todo'] }],
    answers: [404, 'agent_not_found'],
    at: 'agentId',
  },
  {
    rule: 'is not claimed in a paused company',
    send: [
      'POST /api/issues/$restingIssue/checkout',
      { agentId: '$pam', expectedStatuses: ['todo'] },
      'pam',
    ],
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is not claimed in an archived company',
    send: [
      'POST /api/issues/$oldIssue/checkout',
      { agentId: '$art', expectedStatuses: ['todo'] },
      'art',
    ],
    answers: [422, 'company_archived'],
  },
  {
    rule: 'is not claimed in another company',
    send: [
      'POST /api/issues/$zoeIssue/checkout',
      { agentId: '$ann', expectedStatuses: ['todo'] },
      'ann',
    ],
    answers: [404, 'issue_not_found'],
  },
  ...wrong.map(([what, body, at]): WorkRow => ({
    rule: `is not claimed without ${what}`,
    first: one,
    send: ['POST /api/issues/$issue/checkout', body, 'ann'],
    answers: badInput,
    at,
  })),
];
