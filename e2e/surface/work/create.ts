/** Creating an issue. */
import { expect } from 'vitest';
import { add, badInput, issue, NOTHING, priorities, statuses } from './row.ts';
import type { WorkRow } from './row.ts';

const made = (fields: object) => issue({ status: 'backlog', ...fields });

/** What is true of an issue from its first status on. */
const born: Readonly<Record<(typeof statuses)[number], object>> = {
  backlog: { startedAt: null, completedAt: null, cancelledAt: null },
  todo: { startedAt: null, completedAt: null, cancelledAt: null },
  in_progress: { startedAt: expect.any(String), started_at: expect.any(String) },
  in_review: { completedAt: null },
  blocked: { completedAt: null },
  done: { completedAt: expect.any(String), completed_at: expect.any(String) },
  cancelled: { cancelledAt: expect.any(String), completedAt: null },
};

const references = [
  { field: 'assigneeAgentId', code: 'agent_not_found', foreign: '$zoe' },
  { field: 'parentId', code: 'issue_not_found', foreign: '$zoeIssue' },
  { field: 'projectId', code: 'project_not_found', foreign: '$zoeProject' },
  { field: 'goalId', code: 'goal_not_found', foreign: '$zoeGoal' },
  { field: 'assigneeUserId', code: 'user_not_found', foreign: NOTHING },
  { field: 'labelIds', code: 'label_not_found', foreign: '$zoeLabel', many: true },
  { field: 'blockedByIssueIds', code: 'issue_not_found', foreign: '$zoeIssue', many: true },
] as const;

/** What an issue may refer to, on creation as on a change. */
export const referenceRows = (
  ask: (fields: object) => WorkRow['send'],
  first: NonNullable<WorkRow['first']>,
): WorkRow[] =>
  references.flatMap(({ field, code, foreign, ...rest }): WorkRow[] => {
    const value = (id: string) => ({ [field]: 'many' in rest ? [id] : id });
    const at = field;
    return [
      {
        rule: `${field} that is malformed is bad input`, first, send: ask(value('me')),
        answers: badInput, at: 'many' in rest ? `${field}.0` : at,
      },
      {
        rule: `${field} that is nothing is absent`, first, send: ask(value(NOTHING)),
        answers: [404, code], at,
      },
      {
        rule: `${field} of another company is absent`, first, send: ask(value(foreign)),
        answers: [404, code], at,
      },
    ];
  });

export const fieldRows = (
  ask: (fields: object) => WorkRow['send'],
  first: NonNullable<WorkRow['first']>,
): WorkRow[] => {
  const bad = (rule: string, fields: object, at: string): WorkRow =>
    ({ rule, first, send: ask(fields), answers: badInput, at });
  return [
    bad('a title is not empty', { title: '' }, 'title'),
    bad('a title is not blank', { title: '  ' }, 'title'),
    bad('a title has no 501 characters', { title: 'x'.repeat(501) }, 'title'),
    bad('a title is text', { title: 7 }, 'title'),
    bad('a title has no NUL', { title: 'a\u0000b' }, 'title'),
    bad('a title has no lone surrogate', { title: 'a\ud800b' }, 'title'),
    bad('a description is text', { description: {} }, 'description'),
    bad('a description has an end', { description: 'x'.repeat(65_537) }, 'description'),
    bad('a status is one of seven', { status: 'open' }, 'status'),
    bad('a status is written as it is', { status: 'Todo' }, 'status'),
    bad('a priority is one of four', { priority: 'urgent' }, 'priority'),
    bad('labels are a list', { labelIds: 'blue' }, 'labelIds'),
    bad('labels are no more than 50', { labelIds: Array(51).fill(NOTHING) }, 'labelIds'),
    bad('blockers are no more than 50', { blockedByIssueIds: Array(51).fill(NOTHING) },
      'blockedByIssueIds'),
    {
      rule: 'an issue has one assignee', first,
      send: ask({ assigneeAgentId: '$ann', assigneeUserId: '$una' }),
      answers: [422, 'two_assignees'],
    },
    {
      rule: 'a pending agent is given no issue', first, send: ask({ assigneeAgentId: '$pia' }),
      answers: [422, 'agent_not_assignable'], at: 'assigneeAgentId',
    },
    {
      rule: 'a terminated agent is given no issue', first, send: ask({ assigneeAgentId: '$tom' }),
      answers: [422, 'agent_not_assignable'], at: 'assigneeAgentId',
    },
    {
      rule: 'work in progress has an assignee', first,
      send: ask({ status: 'in_progress', assigneeAgentId: null }),
      answers: [422, 'assignee_required'],
    },
  ];
};

export const createRows: readonly WorkRow[] = [
  {
    rule: 'needs a title and fills in the rest',
    send: ['POST /api/companies/$company/issues', { title: ' Dig ' }], answers: 201,
    shows: {
      title: 'Dig', description: null, status: 'backlog', priority: 'medium', version: 1,
      companyId: '$company', identifier: expect.stringMatching(/^[A-Z]+-\d+$/),
      issueNumber: expect.any(Number), assigneeAgentId: null, assigneeUserId: null, parentId: null,
      projectId: null, goalId: null, labels: [], labelIds: [], blockedByIssueIds: [],
      createdByAgentId: null, createdByUserId: '$boardUser', assignedByAgentId: null,
      assignedByUserId: null, checkoutRunId: null, startedAt: null, started_at: null,
      completedAt: null, completed_at: null, cancelledAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  },
  {
    rule: 'needs a title', send: ['POST /api/companies/$company/issues', {}], answers: badInput,
    at: 'title',
  },
  { rule: 'takes 500 characters of a title', send: made({ title: 'é'.repeat(500) }),
    answers: 201 },
  { rule: 'takes a description', send: made({ description: '# So' }), answers: 201,
    shows: { description: '# So' } },
  { rule: 'is created by the agent that asks', send: issue({}, 'ann'), answers: 201,
    shows: { createdByAgentId: '$ann', createdByUserId: null } },
  ...statuses.map((status): WorkRow => ({
    rule: `may begin as ${status}`, send: made({ status, assigneeAgentId: '$ann' }), answers: 201,
    shows: { status, ...born[status] },
  })),
  ...priorities.map((priority): WorkRow => ({
    rule: `may be ${priority}`, send: made({ priority }), answers: 201, shows: { priority },
  })),
  ...fieldRows(made, {}),
  ...referenceRows(made, {}),
  {
    rule: 'is assigned to an agent by the caller', send: issue({ assigneeAgentId: '$bob' }, 'ann'),
    answers: 201, shows: { assigneeAgentId: '$bob', assignedByAgentId: '$ann' },
  },
  { rule: 'may be given to a paused agent', send: made({ assigneeAgentId: '$pat' }), answers: 201,
    shows: { assigneeAgentId: '$pat' } },
  {
    rule: 'is not begun for a paused agent',
    send: made({ status: 'in_progress', assigneeAgentId: '$pat' }), answers: [403, 'agent_paused'],
  },
  { rule: 'may be given to a member', send: made({ assigneeUserId: '$una' }), answers: 201,
    shows: { assigneeUserId: '$una', assignedByUserId: '$boardUser' } },
  { rule: 'is part of another', first: { parent: issue() }, send: made({ parentId: '$parent' }),
    answers: 201, shows: { parentId: '$parent', projectId: null, goalId: null } },
  { rule: 'belongs to a project', send: made({ projectId: '$project' }), answers: 201,
    shows: { projectId: '$project', goalId: null } },
  { rule: 'serves a goal', send: made({ goalId: '$goal' }), answers: 201,
    shows: { goalId: '$goal', projectId: null } },
  { rule: 'wears each label once', send: made({ labelIds: ['$label', '$label'] }), answers: 201,
    shows: { labelIds: ['$label'], labels: [{ id: '$label', name: 'Blue', color: '#0000ff' }] } },
  {
    rule: 'waits for others', first: { other: issue() },
    send: made({ blockedByIssueIds: ['$other'] }), answers: 201,
    shows: { blockedByIssueIds: ['$other'] },
  },
  {
    rule: 'is not begun by a CEO without a strategy',
    send: issue({ status: 'in_progress', assigneeAgentId: '$cleo' }, 'cleo'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is begun by a CEO with one',
    send: ['POST /api/companies/$led/issues',
      { title: 'Lead', status: 'in_progress', assigneeAgentId: '$leo' }, 'leo'],
    answers: 201, shows: { status: 'in_progress' },
  },
  {
    rule: 'is not begun in a paused company',
    send: ['POST /api/companies/$paused/issues',
      { title: 'Rest', status: 'in_progress', assigneeAgentId: '$pam' }],
    answers: [422, 'company_paused'],
  },
  { rule: 'is planned in a paused company',
    send: ['POST /api/companies/$paused/issues', { title: 'Rest', status: 'todo' }, 'pam'],
    answers: 201 },
  { rule: 'is not created in an archived company',
    send: ['POST /api/companies/$archived/issues', { title: 'Old' }],
    answers: [422, 'company_archived'] },
  { rule: 'is not created in another company',
    send: ['POST /api/companies/$foreign/issues', { title: 'Spy' }, 'ann'],
    answers: [404, 'company_not_found'] },
  { rule: 'is not created in no company',
    send: [`POST /api/companies/${NOTHING}/issues`, { title: 'Lost' }],
    answers: [404, 'company_not_found'] },
  { rule: 'is not created where no id is',
    send: ['POST /api/companies/acme/issues', { title: 'Lost' }],
    answers: [404, 'company_not_found'] },
  { rule: 'takes a caller', send: add('issues', { title: 'Hm' }, 'nobody'),
    answers: [401, 'unauthenticated'] },
  { rule: 'names what it ignores', send: made({ estimate: 3 }), answers: 201,
    heads: { 'ignored-fields': 'estimate' } },
  {
    rule: 'refuses what it does not know if asked to be strict',
    send: ['POST /api/companies/$company/issues', { title: 'Hm', estimate: 3 }, 'board',
      { prefer: 'handling=strict' }],
    answers: badInput, at: 'estimate',
  },
  {
    rule: 'is created once under one key',
    first: { issue: ['POST /api/companies/$company/issues', { title: 'One' }, 'ann',
      { 'idempotency-key': '$word' }] },
    send: ['POST /api/companies/$company/issues', { title: 'One' }, 'ann',
      { 'idempotency-key': '$word' }],
    answers: 201, shows: { id: '$issue' }, heads: { 'idempotent-replayed': 'true' },
  },
  {
    rule: 'is not another one under the same key',
    first: { issue: ['POST /api/companies/$company/issues', { title: 'One' }, 'ann',
      { 'idempotency-key': '$word' }] },
    send: ['POST /api/companies/$company/issues', { title: 'Other' }, 'ann',
      { 'idempotency-key': '$word' }],
    answers: [422, 'idempotency_key_reused'],
  },
];
