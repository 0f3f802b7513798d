/** Runs as they are shown, and what is done with them. */
import { RunStatus } from '@muster/contracts';
import { expect } from 'vitest';
import { ask, asOwn, offered, remote, taken } from './heartbeat-steps.ts';
import { badInput, NOTHING } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

const RUN = '/api/heartbeat-runs/$run';
const run = { agent: remote(), run: ['POST /api/agents/$agent/wakeup', {}] } as const;
const usage = {
  inputTokens: 10, outputTokens: 2, cachedInputTokens: 3, costCents: 4, provider: 'acme',
  model: 'large',
};
const done = { status: 'succeeded', usage, resultSummary: 'So it is.' };
const finished = { ...taken, end: ask('finish', done) };
const soon = () => new Date(Date.now() + 60_000).toISOString();

const list = (query = '', by: Who = 'board'): Send =>
  [`GET /api/companies/$company/heartbeat-runs${query}`, undefined, by];
const two = {
  ...run, gone: [`POST ${RUN}/cancel`], next: ['POST /api/agents/$agent/wakeup', {}],
} as const;

const lists: readonly WorkRow[] = [
  { rule: 'of an agent, the newest first', first: two, send: list('?agentId=$agent'), answers: 200,
    shows: [{ id: '$next' }, { id: '$run', status: 'cancelled' }] },
  { rule: 'of a status', first: two, send: list('?agentId=$agent&status=cancelled'), answers: 200,
    shows: [{ id: '$run' }] },
  { rule: 'of several statuses', first: two, answers: 200,
    send: list(`?agentId=$agent&status=${RunStatus.options.join(',')}`),
    shows: [{ id: '$next' }, { id: '$run' }] },
  { rule: 'of a status that none has', first: two, send: list('?agentId=$agent&status=lost'),
    answers: 200, shows: [] },
  { rule: 'in pages', first: two, send: list('?agentId=$agent&limit=1'), answers: 200,
    shows: [{ id: '$next' }], heads: { link: 'rel="next"' } },
  { rule: 'to an agent of the company', first: run, send: list('?agentId=$agent', 'sid'),
    answers: 200, shows: [{ id: '$run' }] },
  { rule: 'of an unknown status', send: list('?status=asleep'), answers: badInput, at: 'status.0' },
  { rule: 'of no agent', send: list('?agentId=x'), answers: badInput, at: 'agentId' },
  { rule: 'in pages of nothing', send: list('?limit=0'), answers: badInput, at: 'limit' },
  { rule: 'after no cursor', send: list('?cursor=abc'), answers: [400, 'invalid_cursor'] },
  { rule: 'of another company', send: list('', 'zoe'), answers: [404, 'company_not_found'] },
  { rule: 'for nobody', send: list('', 'nobody'), answers: [401, 'unauthenticated'] },
];

/** Looks at a run, each of which is absent elsewhere. */
const looks = ['', '/log', '/events'].flatMap((part): WorkRow[] => [
  { rule: `${part} of nothing is absent`, send: [`GET /api/heartbeat-runs/${NOTHING}${part}`],
    answers: [404, 'run_not_found'] },
  { rule: `${part} of another company is absent`, first: run,
    send: [`GET ${RUN}${part}`, undefined, 'zoe'], answers: [404, 'run_not_found'] },
  { rule: `${part} takes a caller`, first: run, send: [`GET ${RUN}${part}`, undefined, 'nobody'],
    answers: [401, 'unauthenticated'] },
]);

const shown: readonly WorkRow[] = [
  { rule: 'has every field when it has ended', first: finished, answers: 200,
    send: [`GET ${RUN}`, undefined, 'sid'],
    shows: {
      id: '$run', companyId: '$company', agentId: '$agent', source: 'on_demand', reason: 'look',
      status: 'succeeded', epoch: 1, issueId: null, wakeReason: 'look',
      context: { wakes: [{ id: '$wakes[0].id' }] }, startedAt: expect.any(String),
      finishedAt: expect.any(String), exitCode: null, signal: null, error: null, errorCode: null,
      usage, resultSummary: 'So it is.', logBytes: 0, createdAt: expect.any(String),
    } },
  { rule: 'has an empty log where its agent is elsewhere', first: finished,
    send: [`GET ${RUN}/log?offset=0`], answers: 200,
    shows: {
      runId: '$run', offset: 0, nextOffset: 0, complete: true, truncated: false, text: '',
    } },
  { rule: 'has a log from its beginning', first: run, send: [`GET ${RUN}/log?offset=-1`],
    answers: badInput, at: 'offset' },
  { rule: 'tells what happened to it', first: finished, send: [`GET ${RUN}/events`], answers: 200,
    shows: [
      { action: 'run.queued', entityId: '$run' }, { action: 'run.offered' },
      { action: 'run.started' }, { action: 'run.finished' },
    ] },
  { rule: 'tells so many things', first: taken, send: [`GET ${RUN}/events?afterSeq=0&limit=1`],
    answers: 200, shows: [{ action: 'run.queued' }] },
  { rule: 'tells nothing of what is to come', first: run,
    send: [`GET ${RUN}/events?afterSeq=1000000000`], answers: 200, shows: [] },
  { rule: 'tells what was after a beginning', first: run, send: [`GET ${RUN}/events?afterSeq=-1`],
    answers: badInput, at: 'afterSeq' },
  { rule: 'tells something', first: run, send: [`GET ${RUN}/events?limit=0`], answers: badInput,
    at: 'limit' },
  { rule: 'is cancelled by the board', first: run, send: [`POST ${RUN}/cancel`], answers: 200,
    shows: { id: '$run', status: 'cancelled', errorCode: 'cancelled' } },
  { rule: 'is cancelled once', first: { ...run, gone: [`POST ${RUN}/cancel`] },
    send: [`POST ${RUN}/cancel`], answers: [422, 'run_already_finished'] },
  { rule: 'is not cancelled by an agent', first: run, send: [`POST ${RUN}/cancel`, {}, 'cleo'],
    answers: [403, 'board_only'] },
  { rule: 'is not there to be cancelled', send: [`POST /api/heartbeat-runs/${NOTHING}/cancel`],
    answers: [404, 'run_not_found'] },
];

const refusedUsage: readonly [at: string, usage: object][] = [
  ['usage.inputTokens', { inputTokens: -1 }], ['usage.outputTokens', { outputTokens: 1.5 }],
  ['usage.cachedInputTokens', { cachedInputTokens: 'x' }], ['usage.costCents', { costCents: -1 }],
  ['usage.provider', { provider: 'x'.repeat(101) }], ['usage.model', { model: 'x'.repeat(201) }],
];

/** What `beat` and `finish` have in common. */
const words = (['beat', 'finish'] as const).flatMap((what): WorkRow[] => {
  const says = what === 'finish' ? { status: 'succeeded' } : {};
  return [
    ...refusedUsage.map(([at, bad]): WorkRow => ({
      rule: `${what} refuses ${at}`, send: [`POST /api/heartbeat-runs/${NOTHING}/${what}`,
        { ...says, usage: bad }, 'sid'], answers: badInput, at,
    })),
    { rule: `${what} refuses a time that is none`, at: 'notBefore', answers: badInput,
      send: [`POST /api/heartbeat-runs/${NOTHING}/${what}`, { ...says, notBefore: 'x' }, 'sid'] },
    { rule: `${what} is not for others`, first: taken,
      send: [`POST ${RUN}/${what}`, says, 'sid'], answers: [403, 'not_your_run'] },
    { rule: `${what} of nothing is absent`, answers: [404, 'run_not_found'],
      send: [`POST /api/heartbeat-runs/${NOTHING}/${what}`, says, 'sid'] },
    { rule: `${what} of another company is absent`, first: run, answers: [404, 'run_not_found'],
      send: [`POST ${RUN}/${what}`, says, 'zoe'] },
    { rule: `${what} is an agent's`, first: run, send: [`POST ${RUN}/${what}`, says],
      answers: [403, 'agent_only'] },
    { rule: `${what} comes after ack`, first: offered, send: ask(what, says),
      answers: [422, 'run_not_started'] },
    { rule: `${what} is not for a started process`, answers: [422, 'run_held_here'],
      send: [`POST /api/heartbeat-runs/$leeRun/${what}`, says, 'nobody',
        { authorization: 'Bearer $leeKey.token' }] },
  ];
});

const ends: readonly WorkRow[] = [
  { rule: 'beats go on', first: taken, send: ask('beat', { usage, notBefore: soon() }),
    answers: 200,
    shows: {
      stop: false, reason: null, leaseExpiresAt: expect.any(String), deadlineAt: expect.any(String),
    } },
  { rule: 'beats stop', first: finished, send: ask('beat'), answers: 200,
    shows: { stop: true, reason: 'succeeded', leaseExpiresAt: null, deadlineAt: null } },
  ...(['succeeded', 'failed', 'cancelled'] as const).map((status): WorkRow => ({
    rule: `ends as ${status}`, first: taken,
    send: ask('finish', { status, usage, notBefore: soon(), error: 'Oh', resultSummary: 'So.' }),
    answers: 200,
    shows: {
      status, usage, error: 'Oh', errorCode: status === 'succeeded' ? null : `agent_${status}`,
      resultSummary: 'So.',
    },
  })),
  { rule: 'ends once, however often it is said', first: finished, send: ask('finish', done),
    answers: 200, shows: { status: 'succeeded' } },
  { rule: 'ends in one way', first: finished, send: ask('finish', { status: 'failed' }),
    answers: [422, 'run_already_finished'] },
  { rule: 'ends by what it was cancelled for',
    first: { ...taken, gone: [`POST ${RUN}/cancel`] }, send: ask('finish', done),
    answers: [422, 'run_already_finished'] },
  { rule: 'leaves what came meanwhile to the next run',
    first: { ...taken, again: ['POST /api/agents/$agent/wakeup', {}], end: ask('finish', done) },
    send: asOwn('GET /api/agents/me/wakes?wait=20'), answers: 200,
    shows: [{ reason: 'on_demand' }] },
  ...([
    ['status', {}], ['status', { status: 'lost' }],
    ['error', { status: 'failed', error: 'x'.repeat(4_001) }],
    ['resultSummary', { status: 'succeeded', resultSummary: 'x'.repeat(4_001) }],
  ] as const).map(([at, body]): WorkRow => ({
    rule: `refuses an end by ${at}: ${JSON.stringify(body).slice(0, 40)}`, answers: badInput, at,
    send: [`POST /api/heartbeat-runs/${NOTHING}/finish`, body, 'sid'],
  })),
];

export const runRows: readonly WorkRow[] = [...lists, ...looks, ...shown, ...words, ...ends];
