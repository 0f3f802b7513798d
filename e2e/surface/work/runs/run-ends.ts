/** Keep-alives of a remote run, and how it ends. */
import { expect } from 'vitest';
import { ask, asOwn, offered, taken } from './heartbeat-steps.ts';
import { badInput, NOTHING, type WorkRow } from '../row.ts';
import { done, finished, RUN, run, usage } from './run-steps.ts';

const soon = () => new Date(Date.now() + 60_000).toISOString();

const refusedUsage: readonly [at: string, usage: object][] = [
  ['usage.inputTokens', { inputTokens: -1 }],
  ['usage.outputTokens', { outputTokens: 1.5 }],
  ['usage.cachedInputTokens', { cachedInputTokens: 'x' }],
  ['usage.costCents', { costCents: -1 }],
  ['usage.provider', { provider: 'x'.repeat(101) }],
  ['usage.model', { model: 'x'.repeat(201) }],
  ['usage.priceStatus', { costCents: 1, priceStatus: 'unknown' }],
  ['usage.priceStatus', { priceStatus: 'measured' }],
  ['usage.priceDate', { costCents: 1, priceDate: 'today' }],
];

/** Rules that keep-alives (`beat`) and `finish` have in common. */
const commonRules = (['beat', 'finish'] as const).flatMap((what): WorkRow[] => {
  const fields = what === 'finish' ? { status: 'succeeded' } : {};
  return [
    ...refusedUsage.map(([at, bad]): WorkRow => ({
      rule: `${what} refuses ${at} of ${JSON.stringify(bad).slice(0, 50)}`,
      send: [`POST /api/heartbeat-runs/${NOTHING}/${what}`, { ...fields, usage: bad }, 'sid'],
      answers: badInput,
      at,
    })),
    {
      rule: `${what} refuses a malformed time`,
      at: 'notBefore',
      answers: badInput,
      send: [`POST /api/heartbeat-runs/${NOTHING}/${what}`, { ...fields, notBefore: 'x' }, 'sid'],
    },
    {
      rule: `${what} is refused to other agents`,
      first: taken,
      send: [`POST ${RUN}/${what}`, fields, 'sid'],
      answers: [403, 'not_your_run'],
    },
    {
      rule: `${what} of an absent run is absent`,
      answers: [404, 'run_not_found'],
      send: [`POST /api/heartbeat-runs/${NOTHING}/${what}`, fields, 'sid'],
    },
    {
      rule: `${what} of another company is absent`,
      first: run,
      answers: [404, 'run_not_found'],
      send: [`POST ${RUN}/${what}`, fields, 'zoe'],
    },
    {
      rule: `${what} is for agents only`,
      first: run,
      send: [`POST ${RUN}/${what}`, fields],
      answers: [403, 'agent_only'],
    },
    {
      rule: `${what} is refused before the run is fetched`,
      first: offered,
      send: ask(what, fields),
      answers: [422, 'run_not_started'],
    },
    {
      rule: `${what} is refused for a run of a local process`,
      answers: [422, 'run_held_here'],
      send: [
        `POST /api/heartbeat-runs/$leeRun/${what}`,
        fields,
        'nobody',
        { authorization: 'Bearer $leeKey.token' },
      ],
    },
  ];
});

const ends: readonly WorkRow[] = [
  {
    rule: 'a keep-alive extends the lease',
    first: taken,
    send: ask('beat', { usage, notBefore: soon() }),
    answers: 200,
    shows: {
      stop: false,
      reason: null,
      leaseExpiresAt: expect.any(String),
      deadlineAt: expect.any(String),
    },
  },
  {
    rule: 'a keep-alive of an ended run says stop',
    first: finished,
    send: ask('beat'),
    answers: 200,
    shows: { stop: true, reason: 'succeeded', leaseExpiresAt: null, deadlineAt: null },
  },
  ...(['succeeded', 'failed', 'cancelled'] as const).map((status): WorkRow => ({
    rule: `ends as ${status}`,
    first: taken,
    send: ask('finish', { status, usage, notBefore: soon(), error: 'Oh', resultSummary: 'So.' }),
    answers: 200,
    shows: {
      status,
      usage,
      error: 'Oh',
      errorCode: status === 'succeeded' ? null : `agent_${status}`,
      resultSummary: 'So.',
    },
  })),
  {
    rule: 'is finished again without a change',
    first: finished,
    send: ask('finish', done),
    answers: 200,
    shows: { status: 'succeeded' },
  },
  {
    rule: 'is not finished with another status',
    first: finished,
    send: ask('finish', { status: 'failed' }),
    answers: [422, 'run_already_finished'],
  },
  {
    rule: 'is not finished once it is cancelled',
    first: { ...taken, gone: [`POST ${RUN}/cancel`] },
    send: ask('finish', done),
    answers: [422, 'run_already_finished'],
  },
  {
    rule: 'leaves wake-ups that came during it to the next run',
    first: { ...taken, again: ['POST /api/agents/$agent/wakeup', {}], end: ask('finish', done) },
    send: asOwn('GET /api/agents/me/wakes?wait=20'),
    answers: 200,
    shows: [{ reason: 'on_demand' }],
  },
  ...(
    [
      ['status', {}],
      ['status', { status: 'lost' }],
      ['error', { status: 'failed', error: 'x'.repeat(4_001) }],
      ['resultSummary', { status: 'succeeded', resultSummary: 'x'.repeat(4_001) }],
    ] as const
  ).map(([at, body]): WorkRow => ({
    rule: `refuses an end by ${at}: ${JSON.stringify(body).slice(0, 40)}`,
    answers: badInput,
    at,
    send: [`POST /api/heartbeat-runs/${NOTHING}/finish`, body, 'sid'],
  })),
];

export const runEndRows: readonly WorkRow[] = [...commonRules, ...ends];
