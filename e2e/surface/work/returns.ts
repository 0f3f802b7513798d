/** Work that is given back, and ended work that is open again. */
import {
  badInput,
  issue,
  NOTHING,
  patch,
  statuses,
  type Send,
  type Who,
  type WorkRow,
} from './row.ts';

const claim = (agent: 'ann' | 'bob'): Send => [
  'POST /api/issues/$issue/checkout',
  { agentId: `$${agent}`, expectedStatuses: ['todo'] },
  agent,
];
const release = (by: Who = 'board'): Send => ['POST /api/issues/$issue/release', undefined, by];
const claimed = { issue: issue(), claimed: claim('ann') };

export const releaseRows: readonly WorkRow[] = [
  {
    rule: 'is released by its owner',
    first: claimed,
    send: release('ann'),
    answers: 200,
    shows: {
      status: 'todo',
      assigneeAgentId: null,
      assignedByAgentId: null,
      checkoutRunId: null,
      startedAt: '$claimed.startedAt',
      version: 3,
    },
  },
  {
    rule: 'is released by a manager of its owner',
    first: claimed,
    send: release('cleo'),
    answers: 200,
  },
  { rule: 'is released by the board', first: claimed, send: release(), answers: 200 },
  {
    rule: 'is released again without a change',
    first: { ...claimed, back: release('ann') },
    send: release('sid'),
    answers: 200,
    shows: { version: 3, updatedAt: '$back.updatedAt' },
  },
  {
    rule: 'is not released by another agent',
    first: claimed,
    send: release('bob'),
    answers: [409, 'not_the_owner'],
  },
  ...statuses.map((status): WorkRow => {
    const hasEnded = status === 'done' || status === 'cancelled';
    const first = { issue: issue({ status, assigneeAgentId: '$ann' }) };
    const send = release('ann');
    if (hasEnded) {
      const answers = [422, 'illegal_transition'] as const;
      return { rule: `is not released when it is ${status}`, first, send, answers };
    }
    const shows = { status: status === 'backlog' ? status : 'todo', assigneeAgentId: null };
    return { rule: `is released when it is ${status}`, first, send, answers: 200, shows };
  }),
  {
    rule: 'keeps its first start when it is claimed again',
    first: { ...claimed, back: release('ann') },
    send: claim('bob'),
    answers: 200,
    shows: { startedAt: '$claimed.startedAt', assigneeAgentId: '$bob' },
  },
  {
    rule: 'is released by its identifier',
    first: claimed,
    send: ['POST /api/issues/$issue.identifier/release', undefined, 'ann'],
    answers: 200,
  },
  {
    rule: 'is not released if it does not exist',
    send: [`POST /api/issues/${NOTHING}/release`, undefined, 'ann'],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is not released by a paused agent for another',
    first: { issue: issue({ assigneeAgentId: '$ann', status: 'in_progress' }) },
    send: ['POST /api/issues/$issue/release', undefined, 'pat'],
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not released by an agent of a paused company for another',
    send: ['POST /api/issues/$otherIssue/release', undefined, 'pam'],
    answers: [422, 'company_paused'],
  },
];

const reopen = (by: Who = 'board', body: object = {}): Send => [
  'POST /api/issues/$issue/reopen',
  body,
  by,
];
const ended = { issue: issue({ status: 'done', assigneeAgentId: '$ann' }) };
const endedByAnn = {
  issue: issue({ status: 'in_review', assigneeAgentId: '$ann' }),
  end: patch({ status: 'done' }, 'ann'),
};

export const reopeningRows: readonly WorkRow[] = [
  {
    rule: 'is reopened by the board',
    first: ended,
    send: reopen(),
    answers: 200,
    shows: { status: 'todo', assigneeAgentId: '$ann', completedAt: null, comment: null },
  },
  {
    rule: 'is reopened with a comment',
    first: { issue: issue({ status: 'cancelled' }) },
    send: reopen('board', { comment: 'After all.' }),
    answers: 200,
    shows: { status: 'todo', cancelledAt: null },
  },
  {
    rule: 'is reopened by the agent that has ended it',
    first: endedByAnn,
    send: reopen('ann'),
    answers: 200,
  },
  ...(['bob', 'cleo'] as const).map((by): WorkRow => ({
    rule: `is not reopened by an agent that has not ended it: ${by}`,
    first: endedByAnn,
    send: reopen(by),
    answers: [403, 'reopen_needs_board'],
  })),
  ...statuses
    .filter((status) => status !== 'done' && status !== 'cancelled')
    .map((status): WorkRow => ({
      rule: `is not reopened when it is ${status}`,
      first: { issue: issue({ status, assigneeAgentId: '$ann' }) },
      send: reopen(),
      answers: [422, 'illegal_transition'],
    })),
  {
    rule: 'is not reopened by a paused agent',
    first: ended,
    send: reopen('pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not reopened by an agent of a paused company',
    send: ['POST /api/issues/$otherIssue/reopen', {}, 'pam'],
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is not reopened with an empty comment',
    first: ended,
    send: reopen('board', { comment: '' }),
    answers: badInput,
    at: 'comment',
  },
  {
    rule: 'is not reopened if it does not exist',
    send: [`POST /api/issues/${NOTHING}/reopen`, {}, 'ann'],
    answers: [404, 'issue_not_found'],
  },
];
