/** Ended work that is open again. */
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
