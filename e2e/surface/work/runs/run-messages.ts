/** What is said to a run, and what its program takes. */
import { expect } from 'vitest';
import { asOwn, offered } from './heartbeat-steps.ts';
import { finished, RUN, run } from './run-steps.ts';
import { badInput, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const say = (body: object, by: Who = 'board'): Send => [`POST ${RUN}/messages`, body, by];
const words = { text: 'Leave the prices as they are.' };
const messaged = { ...run, message: say(words) } as const;
const waiting = {
  id: '$message',
  runId: '$run',
  agentId: '$agent',
  status: 'waiting',
  authorAgentId: null,
  authorName: expect.any(String),
  text: words.text,
  interrupt: false,
  deliveredAt: null,
  deliveredRunId: null,
};

export const runMessageRows: readonly WorkRow[] = [
  {
    rule: 'a message waits for the program of its run',
    first: run,
    send: say({ ...words, interrupt: true }),
    answers: 201,
    shows: { runId: '$run', status: 'waiting', interrupt: true, text: words.text },
  },
  {
    rule: 'a message is shown',
    first: messaged,
    send: [`GET ${RUN}/messages`],
    answers: 200,
    shows: [waiting],
  },
  {
    rule: 'a message is shown to an agent of the company',
    first: messaged,
    send: [`GET ${RUN}/messages?toTake=true`, undefined, 'sid'],
    answers: 200,
    shows: [waiting],
  },
  {
    rule: 'a message is taken once',
    first: {
      ...offered,
      message: say(words),
      taken: asOwn(`POST ${RUN}/messages/take`),
    },
    send: asOwn(`POST ${RUN}/messages/take`),
    answers: 200,
    shows: [],
  },
  {
    rule: 'messages are taken by the agent of the run',
    first: { ...offered, message: say(words) },
    send: asOwn(`POST ${RUN}/messages/take`),
    answers: 200,
    shows: [{ id: '$message', status: 'delivered', deliveredRunId: '$run' }],
  },
  {
    rule: 'messages are not taken by another agent',
    first: messaged,
    send: [`POST ${RUN}/messages/take`, {}, 'sid'],
    answers: [403, 'not_your_run'],
  },
  {
    rule: 'messages are not taken by the board',
    first: messaged,
    send: [`POST ${RUN}/messages/take`, {}],
    answers: [403, 'agent_only'],
  },
  {
    rule: 'messages of an absent run are not taken',
    send: [`POST /api/heartbeat-runs/${NOTHING}/messages/take`, {}, 'sid'],
    answers: [404, 'run_not_found'],
  },
  {
    rule: 'a message is not sent by an agent that is not above',
    first: run,
    send: say(words, 'sid'),
    answers: [403, 'not_your_agent'],
  },
  {
    rule: 'a message is not sent to a run that has ended',
    first: finished,
    send: say(words),
    answers: [422, 'run_already_finished'],
  },
  {
    rule: 'a message is not sent to an absent run',
    send: [`POST /api/heartbeat-runs/${NOTHING}/messages`, words],
    answers: [404, 'run_not_found'],
  },
  {
    rule: 'a message is not sent to a run of another company',
    first: run,
    send: say(words, 'zoe'),
    answers: [404, 'run_not_found'],
  },
  {
    rule: 'a message has words',
    first: run,
    send: say({ text: '' }),
    answers: badInput,
    at: 'text',
  },
  {
    rule: 'a message has at most 2,000 characters',
    first: run,
    send: say({ text: 'x'.repeat(2_001) }),
    answers: badInput,
    at: 'text',
  },
  {
    rule: 'a message interrupts or does not',
    first: run,
    send: say({ ...words, interrupt: 'now' }),
    answers: badInput,
    at: 'interrupt',
  },
  {
    rule: 'a message needs a caller',
    first: run,
    send: say(words, 'nobody'),
    answers: [401, 'unauthenticated'],
  },
];
