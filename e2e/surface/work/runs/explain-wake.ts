/** Why an agent was or was not woken, and how its runs went. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const explain = (query: string, by: Who = 'board', agent = '$sid'): Send => [
  `GET /api/agents/${agent}/explain-wake${query}`,
  undefined,
  by,
];
const assigned = { issue: issue({ assigneeAgentId: '$sid' }) };
export const explainWakeRows: readonly WorkRow[] = [
  {
    rule: 'explains an assignment that woke nobody',
    first: assigned,
    send: explain('?issueId=$issue'),
    answers: 200,
    shows: {
      agentId: '$sid',
      companyId: '$company',
      woken: false,
      reason: expect.any(String),
      explanation: expect.any(String),
      wake: null,
      run: null,
      trail: expect.any(Array),
      skips: expect.any(Array),
    },
  },
  {
    rule: 'explains an issue by its identifier to an agent of its company',
    first: assigned,
    send: explain('?issueId=$issue.identifier', 'ann', '$ann'),
    answers: 200,
    shows: { woken: false, reason: 'not_the_assignee' },
  },
  {
    rule: 'explains a comment that is not for the agent',
    first: { issue: issue(), comment: ['POST /api/issues/$issue/comments', { body: 'a' }] },
    send: explain('?commentId=$comment'),
    answers: 200,
    shows: { woken: false, reason: 'not_addressed' },
  },
  {
    rule: 'explains an approval of another requester',
    send: explain('?approvalId=$approval'),
    answers: 200,
    shows: { woken: false, reason: 'not_the_requester' },
  },
  {
    rule: 'needs an issue, a comment or an approval',
    send: explain(''),
    answers: badInput,
    at: 'issueId',
  },
  {
    rule: 'refuses a malformed id',
    send: explain('?commentId=x'),
    answers: badInput,
    at: 'commentId',
  },
  {
    rule: 'refuses an absent issue',
    send: explain(`?issueId=${NOTHING}`),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'refuses an absent comment',
    send: explain(`?commentId=${NOTHING}`),
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'refuses an absent approval',
    send: explain(`?approvalId=${NOTHING}`),
    answers: [404, 'approval_not_found'],
  },
  {
    rule: 'refuses an absent agent',
    first: assigned,
    send: explain('?issueId=$issue', 'board', NOTHING),
    answers: [404, 'agent_not_found'],
  },
  {
    rule: 'refuses a caller of another company',
    first: assigned,
    send: explain('?issueId=$issue', 'zoe'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'has all that waits for an agent, without a subject',
    send: ['GET /api/agents/$sid/wakes?companyId=$company', undefined, 'ann'],
    answers: 200,
    shows: {
      agentId: '$sid',
      companyId: '$company',
      heldFor: null,
      liveRunId: null,
      pending: [],
      skips: expect.any(Array),
    },
  },
  {
    rule: 'has none of an absent agent',
    send: [`GET /api/agents/${NOTHING}/wakes`],
    answers: [404, 'agent_not_found'],
  },
  {
    rule: 'has statistics of the runs of an agent',
    send: ['GET /api/agents/$sid/run-statistics?companyId=$company', undefined, 'ann'],
    answers: 200,
    shows: { agentId: '$sid', companyId: '$company', byStatus: { lost: expect.any(Number) } },
  },
  {
    rule: 'has none of the runs of an absent agent',
    send: [`GET /api/agents/${NOTHING}/run-statistics`],
    answers: [404, 'agent_not_found'],
  },
];
