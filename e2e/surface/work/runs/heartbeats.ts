/** The inbox of an agent, and the context of an issue for a heartbeat. */
import { expect } from 'vitest';
import { add, badInput, issue, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

/** A new agent. */
const newAgent: Send = ['POST /api/companies/$company/agents', { name: 'Hal $word' }];
const ofBob = (fields: object): Send => issue({ assigneeAgentId: '$bob', ...fields });

const inboxes = ['inbox', 'inbox-lite'].flatMap((name): WorkRow[] => {
  const read = (query = '', by: Who = 'fay'): Send => [
    `GET /api/agents/me/${name}${query}`,
    undefined,
    by,
  ];
  return [
    {
      rule: `${name} lists issues in progress, then todo, then blocked`,
      send: read(),
      answers: 200,
      shows: [
        { id: '$fayInProgress', status: 'in_progress', title: 'Now', priority: 'low' },
        { id: '$fayHigh', status: 'todo', priority: 'high', parentId: null, projectId: null },
        { id: '$fayTodo', status: 'todo', priority: 'medium' },
        { id: '$fayBlocked', status: 'blocked', priority: 'critical' },
      ],
    },
    {
      rule: `${name} leaves out what open issues block, and counts it`,
      first: { other: issue(), waiting: ofBob({ status: 'todo', blockedByIssueIds: ['$other'] }) },
      send: read('?limit=1', 'bob'),
      answers: 200,
      heads: { 'left-out': '' },
    },
    {
      rule: `${name} has it if asked`,
      first: { other: issue(), waiting: ofBob({ status: 'todo', blockedByIssueIds: ['$other'] }) },
      send: read('?blocked=true&limit=100', 'bob'),
      answers: 200,
      shows: expect.arrayContaining([expect.objectContaining({ id: '$waiting' })]),
    },
    {
      rule: `${name} has what the agent is to review, if asked`,
      send: read('?reviews=true', 'sid'),
      answers: 200,
      shows: [],
    },
    {
      rule: `${name} comes in pages`,
      send: read('?limit=1'),
      answers: 200,
      shows: [{ id: '$fayInProgress' }],
      heads: { link: 'rel="next"' },
    },
    {
      rule: `${name} of an agent without issues is empty`,
      send: read('', 'sid'),
      answers: 200,
      shows: [],
    },
    {
      rule: `${name} refuses a limit of 0`,
      send: read('?limit=0'),
      answers: badInput,
      at: 'limit',
    },
    {
      rule: `${name} refuses a foreign cursor`,
      send: read('?cursor=abc'),
      answers: [400, 'invalid_cursor'],
    },
    { rule: `${name} is for agents only`, send: read('', 'board'), answers: [403, 'agent_only'] },
    { rule: `${name} needs a caller`, send: read('', 'nobody'), answers: [401, 'unauthenticated'] },
  ];
});

const context = (id: string, by: Who = 'ann'): Send => [
  `GET /api/issues/${id}/heartbeat-context`,
  undefined,
  by,
];

export const heartbeatRows: readonly WorkRow[] = [
  ...inboxes,
  {
    rule: 'the context has the issue, its surroundings and the end of its thread',
    first: {
      root: issue({ goalId: '$goal' }),
      issue: ofBob({ parentId: '$root', projectId: '$project', description: 'So' }),
      first: ['POST /api/issues/$issue/comments', { body: 'a' }],
      last: ['POST /api/issues/$issue/comments', { body: 'b' }],
    },
    send: context('$issue', 'bob'),
    answers: 200,
    shows: {
      id: '$issue',
      title: 'Work',
      description: 'So',
      status: 'todo',
      assigneeAgentId: '$bob',
      project: { id: '$project' },
      goal: null,
      ancestors: [{ id: '$root', goal: { id: '$goal' } }],
      allowedTransitions: ['in_progress'],
      comments: { count: 2, lastCommentId: '$last' },
    },
  },
  {
    rule: 'the context has what a run goes on with: new comments, blockers, approvals, the budget',
    first: {
      blocker: issue({ title: 'First this' }),
      issue: ofBob({ blockedByIssueIds: ['$blocker'] }),
      seen: ['POST /api/issues/$issue/comments', { body: 'a' }],
      unseen: ['POST /api/issues/$issue/comments', { body: 'b' }],
      approval: add(
        'approvals',
        { type: 'request_board_approval', payload: { title: 'Hm' }, issueIds: ['$issue'] },
        'ann',
      ),
    },
    send: [`GET /api/issues/$issue/heartbeat-context?after=$seen&view=compact`, undefined, 'bob'],
    answers: 200,
    shows: {
      issue: { id: '$issue', status: 'todo', assigneeAgentId: '$bob' },
      comments: {
        count: 2,
        lastCommentId: '$unseen',
        items: [{ id: '$unseen', body: 'b' }],
        more: false,
      },
      blockers: [{ id: '$blocker', title: 'First this' }],
      approvals: [{ id: '$approval', type: 'request_board_approval', status: 'pending' }],
      budget: { limitCents: 0 },
    },
  },
  {
    rule: 'the context refuses a comment of another issue',
    first: {
      other: issue(),
      foreign: ['POST /api/issues/$other/comments', { body: 'a' }],
      issue: issue(),
    },
    send: [`GET /api/issues/$issue/heartbeat-context?after=$foreign`, undefined, 'ann'],
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'the context refuses more comments than it can show',
    first: { issue: issue() },
    send: [`GET /api/issues/$issue/heartbeat-context?comments=51`, undefined, 'ann'],
    answers: badInput,
    at: 'comments',
  },
  {
    rule: 'the context of an issue without comments has none',
    first: { issue: issue() },
    send: context('$issue.identifier'),
    answers: 200,
    shows: { comments: { count: 0, lastCommentId: null } },
  },
  {
    rule: 'the context of an absent issue is absent',
    send: context(NOTHING),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: "the context of another company's issue is absent",
    send: context('$zoeIssue'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'a new agent is seen as assignee at once',
    first: { agent: newAgent, issue: issue({ assigneeAgentId: '$agent' }) },
    send: context('$issue'),
    answers: 200,
    shows: { assigneeAgentId: '$agent' },
  },
];
