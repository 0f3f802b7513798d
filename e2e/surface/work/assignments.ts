/** Changing the assignee of an issue. */
import { issue, patch, type Send, type WorkRow } from './row.ts';

const one = { issue: issue() };
const begun = { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }) };
const claim = (by: 'ann' | 'bob'): Send => [
  'POST /api/issues/$issue/checkout',
  { agentId: `$${by}`, expectedStatuses: ['todo'] },
  by,
];

export const assignmentRows: readonly WorkRow[] = [
  {
    rule: 'is assigned by any agent',
    first: one,
    send: patch({ assigneeAgentId: '$bob' }, 'sid'),
    answers: 200,
    shows: { assigneeAgentId: '$bob', assignedByAgentId: '$sid' },
  },
  {
    rule: 'is assigned by the board',
    first: one,
    send: patch({ assigneeAgentId: '$bob' }),
    answers: 200,
    shows: { assignedByUserId: '$boardUser', assignedByAgentId: null },
  },
  {
    rule: 'is assigned to a user',
    first: begun,
    send: patch({ assigneeUserId: '$una' }),
    answers: 200,
    shows: { assigneeUserId: '$una', assigneeAgentId: null },
  },
  {
    rule: 'is assigned to the caller',
    first: one,
    send: patch({ assigneeUserId: '$una' }, 'una'),
    answers: 200,
    shows: { assigneeUserId: '$una', assignedByUserId: '$una' },
  },
  {
    rule: 'loses its assignee',
    first: { issue: issue({ assigneeAgentId: '$ann' }) },
    send: patch({ assigneeAgentId: null }),
    answers: 200,
    shows: { assigneeAgentId: null, assignedByUserId: null },
  },
  {
    rule: 'stays in progress with another agent',
    first: { ...one, claimed: claim('ann') },
    send: patch({ assigneeAgentId: '$bob' }),
    answers: 200,
    shows: {
      status: 'in_progress',
      assigneeAgentId: '$bob',
      checkoutRunId: null,
      startedAt: '$claimed.startedAt',
    },
  },
  {
    rule: 'is handed over in progress by its owner',
    first: begun,
    send: patch({ assigneeAgentId: '$bob' }, 'ann'),
    answers: 200,
    shows: { status: 'in_progress', assigneeAgentId: '$bob', assignedByAgentId: '$ann' },
  },
  {
    rule: 'is not taken in progress by another agent',
    first: begun,
    send: patch({ assigneeAgentId: '$sid' }, 'sid'),
    answers: [409, 'not_the_owner'],
  },
  {
    rule: 'is not given to a paused agent in progress',
    first: begun,
    send: patch({ assigneeAgentId: '$pat' }, 'ann'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not given to a paused agent in progress by the board',
    first: begun,
    send: patch({ assigneeAgentId: '$pat' }),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not taken in progress by a CEO without an approved strategy',
    first: begun,
    send: patch({ assigneeAgentId: '$cleo' }, 'cleo'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is not given in progress to a CEO without an approved strategy',
    first: begun,
    send: patch({ assigneeAgentId: '$cleo' }, 'ann'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'keeps its assignee while in progress',
    first: begun,
    send: patch({ assigneeAgentId: null }),
    answers: [422, 'assignee_required'],
  },
];
