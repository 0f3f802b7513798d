/** Creating an issue. */
import { expect } from 'vitest';
import { fieldRows, referenceRows } from './issue-fields.ts';
import { add, badInput, issue, NOTHING, priorities, statuses, type WorkRow } from './row.ts';

const inBacklog = (fields: object) => issue({ status: 'backlog', ...fields });

/** The timestamps of an issue by its first status. */
const timestamps: Readonly<Record<(typeof statuses)[number], object>> = {
  backlog: { startedAt: null, completedAt: null, cancelledAt: null },
  todo: { startedAt: null, completedAt: null, cancelledAt: null },
  in_progress: { startedAt: expect.any(String), started_at: expect.any(String) },
  in_review: { completedAt: null },
  blocked: { completedAt: null },
  done: { completedAt: expect.any(String), completed_at: expect.any(String) },
  cancelled: { cancelledAt: expect.any(String), completedAt: null },
};

export const createRows: readonly WorkRow[] = [
  {
    rule: 'needs only a title',
    send: ['POST /api/companies/$company/issues', { title: ' Dig ' }],
    answers: 201,
    shows: {
      title: 'Dig',
      description: null,
      status: 'backlog',
      priority: 'medium',
      version: 1,
      companyId: '$company',
      identifier: expect.stringMatching(/^[A-Z]+-\d+$/),
      issueNumber: expect.any(Number),
      assigneeAgentId: null,
      assigneeUserId: null,
      parentId: null,
      projectId: null,
      goalId: null,
      labels: [],
      labelIds: [],
      blockedByIssueIds: [],
      createdByAgentId: null,
      createdByUserId: '$boardUser',
      assignedByAgentId: null,
      assignedByUserId: null,
      checkoutRunId: null,
      startedAt: null,
      started_at: null,
      completedAt: null,
      completed_at: null,
      cancelledAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  },
  {
    rule: 'needs a title',
    send: ['POST /api/companies/$company/issues', {}],
    answers: badInput,
    at: 'title',
  },
  {
    rule: 'takes 500 characters of a title',
    send: inBacklog({ title: 'é'.repeat(500) }),
    answers: 201,
  },
  {
    rule: 'takes a description',
    send: inBacklog({ description: '# So' }),
    answers: 201,
    shows: { description: '# So' },
  },
  {
    rule: 'is created by the agent that asks',
    send: issue({}, 'ann'),
    answers: 201,
    shows: { createdByAgentId: '$ann', createdByUserId: null },
  },
  ...statuses.map((status): WorkRow => ({
    rule: `may start as ${status}`,
    send: inBacklog({ status, assigneeAgentId: '$ann' }),
    answers: 201,
    shows: { status, ...timestamps[status] },
  })),
  ...priorities.map((priority): WorkRow => ({
    rule: `may be ${priority}`,
    send: inBacklog({ priority }),
    answers: 201,
    shows: { priority },
  })),
  ...fieldRows(inBacklog, {}),
  ...referenceRows(inBacklog, {}),
  {
    rule: 'is assigned to an agent by the caller',
    send: issue({ assigneeAgentId: '$bob' }, 'ann'),
    answers: 201,
    shows: { assigneeAgentId: '$bob', assignedByAgentId: '$ann' },
  },
  {
    rule: 'may be assigned to a paused agent',
    send: inBacklog({ assigneeAgentId: '$pat' }),
    answers: 201,
    shows: { assigneeAgentId: '$pat' },
  },
  {
    rule: 'is not started for a paused agent',
    send: inBacklog({ status: 'in_progress', assigneeAgentId: '$pat' }),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'may be assigned to a member',
    send: inBacklog({ assigneeUserId: '$una' }),
    answers: 201,
    shows: { assigneeUserId: '$una', assignedByUserId: '$boardUser' },
  },
  {
    rule: 'may have a parent',
    first: { parent: issue() },
    send: inBacklog({ parentId: '$parent' }),
    answers: 201,
    shows: { parentId: '$parent', projectId: null, goalId: null },
  },
  {
    rule: 'may belong to a project',
    send: inBacklog({ projectId: '$project' }),
    answers: 201,
    shows: { projectId: '$project', goalId: null },
  },
  {
    rule: 'may belong to a goal',
    send: inBacklog({ goalId: '$goal' }),
    answers: 201,
    shows: { goalId: '$goal', projectId: null },
  },
  {
    rule: 'has each label once',
    send: inBacklog({ labelIds: ['$label', '$label'] }),
    answers: 201,
    shows: { labelIds: ['$label'], labels: [{ id: '$label', name: 'Blue', color: '#0000ff' }] },
  },
  {
    rule: 'may be blocked by other issues',
    first: { other: issue() },
    send: inBacklog({ blockedByIssueIds: ['$other'] }),
    answers: 201,
    shows: { blockedByIssueIds: ['$other'] },
  },
  {
    rule: 'is not started by an agent while an open issue blocks it',
    first: { other: issue() },
    send: issue(
      { status: 'in_progress', assigneeAgentId: '$ann', blockedByIssueIds: ['$other'] },
      'ann',
    ),
    answers: [422, 'issue_blocked'],
  },
  {
    rule: 'is started by the board although an open issue blocks it, which the answer notes',
    first: { other: issue() },
    send: issue({ status: 'in_progress', assigneeAgentId: '$ann', blockedByIssueIds: ['$other'] }),
    answers: 201,
    shows: { note: expect.stringContaining('started although open issues block it') },
  },
  {
    rule: 'notes that without an assignee no agent is woken',
    send: issue({ status: 'todo' }),
    answers: 201,
    shows: { note: expect.stringContaining('nobody is assigned') },
  },
  {
    rule: 'is not started by an agent for a CEO without an approved strategy',
    send: issue({ status: 'in_progress', assigneeAgentId: '$cleo' }, 'max'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is not started by a CEO without an approved strategy',
    send: issue({ status: 'in_progress', assigneeAgentId: '$cleo' }, 'cleo'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is started by a CEO with an approved strategy',
    send: [
      'POST /api/companies/$led/issues',
      { title: 'Lead', status: 'in_progress', assigneeAgentId: '$leo' },
      'leo',
    ],
    answers: 201,
    shows: { status: 'in_progress' },
  },
  {
    rule: 'is not started in a paused company',
    send: [
      'POST /api/companies/$paused/issues',
      { title: 'Rest', status: 'in_progress', assigneeAgentId: '$pam' },
    ],
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is planned in a paused company',
    send: ['POST /api/companies/$paused/issues', { title: 'Rest', status: 'todo' }],
    answers: 201,
  },
  {
    rule: 'is not planned by an agent of a paused company',
    send: ['POST /api/companies/$paused/issues', { title: 'Rest', status: 'todo' }, 'pam'],
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is not planned by a paused agent',
    send: issue({}, 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not created in an archived company',
    send: ['POST /api/companies/$archived/issues', { title: 'Old' }],
    answers: [422, 'company_archived'],
  },
  {
    rule: 'is not created in another company',
    send: ['POST /api/companies/$foreign/issues', { title: 'Spy' }, 'ann'],
    answers: [404, 'company_not_found'],
  },
  {
    rule: 'is not created in an absent company',
    send: [`POST /api/companies/${NOTHING}/issues`, { title: 'Lost' }],
    answers: [404, 'company_not_found'],
  },
  {
    rule: 'is not created under a malformed company id',
    send: ['POST /api/companies/acme/issues', { title: 'Lost' }],
    answers: [404, 'company_not_found'],
  },
  {
    rule: 'needs a caller',
    send: add('issues', { title: 'Hm' }, 'nobody'),
    answers: [401, 'unauthenticated'],
  },
  {
    rule: 'names what it ignores',
    send: inBacklog({ estimate: 3 }),
    answers: 201,
    heads: { 'ignored-fields': 'estimate' },
  },
  {
    rule: 'refuses unknown fields in strict handling',
    send: [
      'POST /api/companies/$company/issues',
      { title: 'Hm', estimate: 3 },
      'board',
      { prefer: 'handling=strict' },
    ],
    answers: badInput,
    at: 'estimate',
  },
  {
    rule: 'is created once under one key',
    first: {
      issue: [
        'POST /api/companies/$company/issues',
        { title: 'One' },
        'ann',
        { 'idempotency-key': '$word' },
      ],
    },
    send: [
      'POST /api/companies/$company/issues',
      { title: 'One' },
      'ann',
      { 'idempotency-key': '$word' },
    ],
    answers: 201,
    shows: { id: '$issue' },
    heads: { 'idempotent-replayed': 'true' },
  },
  {
    rule: 'is refused with another body under the same key',
    first: {
      issue: [
        'POST /api/companies/$company/issues',
        { title: 'One' },
        'ann',
        { 'idempotency-key': '$word' },
      ],
    },
    send: [
      'POST /api/companies/$company/issues',
      { title: 'Other' },
      'ann',
      { 'idempotency-key': '$word' },
    ],
    answers: [422, 'idempotency_key_reused'],
  },
];
