/** What a heartbeat begins with: what an agent should look at, and what surrounds it. */
import { badInput, issue, NOTHING } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

/** Somebody who has just come. */
const hal: Send = ['POST /api/companies/$company/agents', { name: 'Hal $word' }];
const his = (fields: object): Send => issue({ assigneeAgentId: '$bob', ...fields });

const inboxes = ['inbox', 'inbox-lite'].flatMap((name): WorkRow[] => {
  const look = (query = '', by: Who = 'fay'): Send =>
    [`GET /api/agents/me/${name}${query}`, undefined, by];
  return [
    {
      rule: `${name} has what is in progress, then todo, then blocked`, send: look(), answers: 200,
      shows: [
        { id: '$fayInProgress', status: 'in_progress', title: 'Now', priority: 'low' },
        { id: '$fayHigh', status: 'todo', priority: 'high', parentId: null, projectId: null },
        { id: '$fayTodo', status: 'todo', priority: 'medium' },
        { id: '$fayBlocked', status: 'blocked', priority: 'critical' },
      ],
    },
    { rule: `${name} comes in pages`, send: look('?limit=1'), answers: 200,
      shows: [{ id: '$fayInProgress' }], heads: { link: 'rel="next"' } },
    { rule: `${name} of who has nothing is empty`, send: look('', 'sid'), answers: 200, shows: [] },
    { rule: `${name} has pages of something`, send: look('?limit=0'), answers: badInput,
      at: 'limit' },
    { rule: `${name} goes on from a cursor`, send: look('?cursor=abc'),
      answers: [400, 'invalid_cursor'] },
    { rule: `${name} is an agent's`, send: look('', 'board'), answers: [403, 'agent_only'] },
    { rule: `${name} takes a caller`, send: look('', 'nobody'), answers: [401, 'unauthenticated'] },
  ];
});

const context = (id: string, by: Who = 'ann'): Send =>
  [`GET /api/issues/${id}/heartbeat-context`, undefined, by];

export const heartbeatRows: readonly WorkRow[] = [
  ...inboxes,
  {
    rule: 'the context has the issue, what surrounds it and how far its thread is',
    first: {
      root: issue({ goalId: '$goal' }),
      issue: his({ parentId: '$root', projectId: '$project', description: 'So' }),
      said: ['POST /api/issues/$issue/comments', { body: 'a' }],
      last: ['POST /api/issues/$issue/comments', { body: 'b' }],
    },
    send: context('$issue', 'bob'), answers: 200,
    shows: {
      id: '$issue', title: 'Work', description: 'So', status: 'todo', assigneeAgentId: '$bob',
      project: { id: '$project' }, goal: null, ancestors: [{ id: '$root', goal: { id: '$goal' } }],
      allowedTransitions: ['in_progress'], comments: { count: 2, lastCommentId: '$last' },
    },
  },
  { rule: 'the context of a silent issue has no comment', first: { issue: issue() },
    send: context('$issue.identifier'), answers: 200,
    shows: { comments: { count: 0, lastCommentId: null } } },
  { rule: 'the context of nothing is absent', send: context(NOTHING),
    answers: [404, 'issue_not_found'] },
  { rule: "the context of another company's issue is absent", send: context('$zoeIssue'),
    answers: [404, 'issue_not_found'] },
  { rule: 'an agent sees what it is given at once', first: { agent: hal,
    issue: issue({ assigneeAgentId: '$agent' }) }, send: context('$issue'), answers: 200,
  shows: { assigneeAgentId: '$agent' } },
];
