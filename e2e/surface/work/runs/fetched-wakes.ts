/** Wake-ups that a remote agent fetches and acknowledges. */
import { expect } from 'vitest';
import { ask, asOwn, offered, taken } from './heartbeat-steps.ts';
import { badInput, NOTHING, type WorkRow } from '../row.ts';

const own = 'GET /api/agents/me/wakes';
export const fetchedWakeRows: readonly WorkRow[] = [
  {
    rule: 'wakes lists waiting wake-ups',
    first: offered,
    send: asOwn(`${own}?wait=20`),
    answers: 200,
    shows: [
      {
        id: '$wakes[0].id',
        runId: '$run',
        source: 'on_demand',
        reason: 'look',
        issueId: null,
        commentId: null,
        approvalId: null,
        approvalStatus: null,
        linkedIssueIds: [],
        payload: { page: 7 },
        createdAt: expect.any(String),
      },
    ],
  },
  {
    rule: 'wakes of an agent without any is empty',
    send: [own, undefined, 'sid'],
    answers: 200,
    shows: [],
  },
  {
    rule: 'wakes refuses to wait longer than a proxy would',
    send: [`${own}?wait=56`, undefined, 'sid'],
    answers: badInput,
    at: 'wait',
  },
  {
    rule: 'wakes refuses a negative wait',
    send: [`${own}?wait=-1`, undefined, 'sid'],
    answers: badInput,
    at: 'wait',
  },
  { rule: 'wakes is for agents only', send: [own], answers: [403, 'agent_only'] },
  {
    rule: 'wakes needs a caller',
    send: [own, undefined, 'nobody'],
    answers: [401, 'unauthenticated'],
  },
  {
    rule: 'wakes is refused to the token of a run',
    first: taken,
    send: [own, undefined, 'nobody', { authorization: 'Bearer $ack.variables.SERVICE_API_KEY' }],
    answers: [403, 'agent_key_needed'],
  },
  {
    rule: 'ack starts the run',
    first: offered,
    send: ask('ack'),
    answers: 200,
    shows: {
      run: { id: '$run', status: 'running', epoch: 1, startedAt: expect.any(String) },
      variables: {
        SERVICE_API_KEY: expect.stringContaining('mst_run_'),
        SERVICE_RUN_ID: '$run',
        SERVICE_AGENT_ID: '$agent',
      },
      leaseExpiresAt: expect.any(String),
      deadlineAt: expect.any(String),
    },
  },
  {
    rule: 'ack of a wake-up that was fetched already is refused',
    first: taken,
    send: ask('ack'),
    answers: [409, 'wake_already_taken'],
  },
  {
    rule: 'ack of a cancelled run is refused',
    first: { ...offered, gone: ['POST /api/heartbeat-runs/$run/cancel'] },
    send: ask('ack'),
    answers: [409, 'wake_not_offered'],
  },
  ...(
    [
      ['sid', [403, 'not_your_run']],
      ['zoe', [404, 'wake_not_found']],
    ] as const
  ).map(([by, answers]): WorkRow => ({
    rule: `ack is refused to other agents: ${by}`,
    first: offered,
    answers,
    send: ['POST /api/agents/me/wakes/$wakes[0].id/ack', {}, by],
  })),
  {
    rule: 'ack of an absent wake-up is absent',
    send: [`POST /api/agents/me/wakes/${NOTHING}/ack`, {}, 'sid'],
    answers: [404, 'wake_not_found'],
  },
  {
    rule: 'ack is for agents only',
    first: offered,
    send: ['POST /api/agents/me/wakes/$wakes[0].id/ack', {}],
    answers: [403, 'agent_only'],
  },
];
