/** Listing, reading and cancelling runs. */
import { RunStatus } from '@muster/contracts';
import { expect } from 'vitest';
import { taken } from './heartbeat-steps.ts';
import { badInput, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';
import { finished, RUN, run, usage } from './run-steps.ts';

const list = (query = '', by: Who = 'board'): Send => [
  `GET /api/companies/$company/heartbeat-runs${query}`,
  undefined,
  by,
];
const two = {
  ...run,
  gone: [`POST ${RUN}/cancel`],
  next: ['POST /api/agents/$agent/wakeup', {}],
} as const;

const lists: readonly WorkRow[] = [
  {
    rule: 'of an agent, the newest first',
    first: two,
    send: list('?agentId=$agent'),
    answers: 200,
    shows: [{ id: '$next' }, { id: '$run', status: 'cancelled' }],
  },
  {
    rule: 'of a status',
    first: two,
    send: list('?agentId=$agent&status=cancelled'),
    answers: 200,
    shows: [{ id: '$run' }],
  },
  {
    rule: 'of an issue that no run has',
    first: two,
    send: list(`?agentId=$agent&issueId=${NOTHING}`),
    answers: 200,
    shows: [],
  },
  {
    rule: 'of a source',
    first: two,
    send: list('?agentId=$agent&source=on_demand,timer'),
    answers: 200,
    shows: [{ id: '$next' }, { id: '$run' }],
  },
  {
    rule: 'of a time',
    first: two,
    send: list('?agentId=$agent&since=2020-01-01T00:00:00Z&until=2021-01-01T00:00:00Z'),
    answers: 200,
    shows: [],
  },
  { rule: 'not of an unknown source', send: list('?source=x'), answers: badInput, at: 'source.0' },
  {
    rule: 'not of a malformed issue id',
    send: list('?issueId=x'),
    answers: badInput,
    at: 'issueId',
  },
  { rule: 'not since an unknown time', send: list('?since=x'), answers: badInput, at: 'since' },
  { rule: 'not until an unknown time', send: list('?until=x'), answers: badInput, at: 'until' },
  {
    rule: 'of several statuses',
    first: two,
    answers: 200,
    send: list(`?agentId=$agent&status=${RunStatus.options.join(',')}`),
    shows: [{ id: '$next' }, { id: '$run' }],
  },
  {
    rule: 'of a status that no run has',
    first: two,
    send: list('?agentId=$agent&status=lost'),
    answers: 200,
    shows: [],
  },
  {
    rule: 'in pages',
    first: two,
    send: list('?agentId=$agent&limit=1'),
    answers: 200,
    shows: [{ id: '$next' }],
    heads: { link: 'rel="next"' },
  },
  {
    rule: 'to an agent of the company',
    first: run,
    send: list('?agentId=$agent', 'sid'),
    answers: 200,
    shows: [{ id: '$run' }],
  },
  {
    rule: 'not of an unknown status',
    send: list('?status=asleep'),
    answers: badInput,
    at: 'status.0',
  },
  {
    rule: 'not of a malformed agent id',
    send: list('?agentId=x'),
    answers: badInput,
    at: 'agentId',
  },
  { rule: 'not with a limit of 0', send: list('?limit=0'), answers: badInput, at: 'limit' },
  {
    rule: 'not with a foreign cursor',
    send: list('?cursor=abc'),
    answers: [400, 'invalid_cursor'],
  },
  { rule: 'not of another company', send: list('', 'zoe'), answers: [404, 'company_not_found'] },
  { rule: 'not without a caller', send: list('', 'nobody'), answers: [401, 'unauthenticated'] },
];

/** Reads of a run, each of which another company finds absent. */
const reads = ['', '/log', '/events', '/messages'].flatMap((part): WorkRow[] => [
  {
    rule: `${part} of an absent run is absent`,
    send: [`GET /api/heartbeat-runs/${NOTHING}${part}`],
    answers: [404, 'run_not_found'],
  },
  {
    rule: `${part} of another company is absent`,
    first: run,
    send: [`GET ${RUN}${part}`, undefined, 'zoe'],
    answers: [404, 'run_not_found'],
  },
  {
    rule: `${part} needs a caller`,
    first: run,
    send: [`GET ${RUN}${part}`, undefined, 'nobody'],
    answers: [401, 'unauthenticated'],
  },
]);

const others: readonly WorkRow[] = [
  {
    rule: '/log is read from its end',
    first: run,
    send: [`GET ${RUN}/log?tail=100`],
    answers: 200,
    shows: { runId: '$run', offset: 0, text: '' },
  },
  {
    rule: '/log is not read with an end of nothing',
    first: run,
    send: [`GET ${RUN}/log?tail=0`],
    answers: badInput,
    at: 'tail',
  },
  {
    rule: 'has every field when it has ended',
    first: finished,
    answers: 200,
    send: [`GET ${RUN}`, undefined, 'sid'],
    shows: {
      id: '$run',
      companyId: '$company',
      agentId: '$agent',
      source: 'on_demand',
      reason: 'look',
      status: 'succeeded',
      epoch: 1,
      issueId: null,
      wakeReason: 'look',
      context: { wakes: [{ id: '$wakes[0].id' }] },
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
      exitCode: null,
      signal: null,
      error: null,
      errorCode: null,
      usage,
      resultSummary: 'So it is.',
      logBytes: 0,
      createdAt: expect.any(String),
    },
  },
  {
    rule: 'has an empty log if its agent is remote',
    first: finished,
    send: [`GET ${RUN}/log?offset=0`],
    answers: 200,
    shows: {
      runId: '$run',
      offset: 0,
      nextOffset: 0,
      complete: true,
      truncated: false,
      text: '',
    },
  },
  {
    rule: 'refuses a negative offset of its log',
    first: run,
    send: [`GET ${RUN}/log?offset=-1`],
    answers: badInput,
    at: 'offset',
  },
  {
    rule: 'lists its events',
    first: finished,
    send: [`GET ${RUN}/events`],
    answers: 200,
    shows: [
      { action: 'run.queued', entityId: '$run' },
      { action: 'run.offered' },
      { action: 'run.started' },
      { action: 'run.finished' },
    ],
  },
  {
    rule: 'lists its events in pages',
    first: taken,
    send: [`GET ${RUN}/events?afterSeq=0&limit=1`],
    answers: 200,
    shows: [{ action: 'run.queued' }],
  },
  {
    rule: 'lists no events after the last one',
    first: run,
    send: [`GET ${RUN}/events?afterSeq=1000000000`],
    answers: 200,
    shows: [],
  },
  {
    rule: 'refuses a negative position of its events',
    first: run,
    send: [`GET ${RUN}/events?afterSeq=-1`],
    answers: badInput,
    at: 'afterSeq',
  },
  {
    rule: 'refuses a limit of 0 for its events',
    first: run,
    send: [`GET ${RUN}/events?limit=0`],
    answers: badInput,
    at: 'limit',
  },
  {
    rule: 'is cancelled by the board',
    first: run,
    send: [`POST ${RUN}/cancel`],
    answers: 200,
    shows: { id: '$run', status: 'cancelled', errorCode: 'cancelled' },
  },
  {
    rule: 'is cancelled once',
    first: { ...run, gone: [`POST ${RUN}/cancel`] },
    send: [`POST ${RUN}/cancel`],
    answers: [422, 'run_already_finished'],
  },
  {
    rule: 'is not cancelled by an agent',
    first: run,
    send: [`POST ${RUN}/cancel`, {}, 'cleo'],
    answers: [403, 'board_only'],
  },
  {
    rule: 'is not cancelled if it does not exist',
    send: [`POST /api/heartbeat-runs/${NOTHING}/cancel`],
    answers: [404, 'run_not_found'],
  },
];

export const runRows: readonly WorkRow[] = [...lists, ...reads, ...others];
