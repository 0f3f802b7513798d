/** Waits with the address of their signal, and the calls to it. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { SIGNAL_MAX_BYTES, Wait } from '../issues/wait-records.ts';
import { waitFields, waitOperations } from '../issues/waits.ts';
import { IssueRef } from '../vocabulary.ts';

const { startWait, endWaitBySignal } = waitOperations;

export const composedWaits = {
  createWait: operation({
    http: 'POST /api/issues/:issueId/waits',
    summary:
      'Let an agent wait: it ends its run, and is woken at a time or by a signal. The waiting agent is the ' +
      'caller, for the board the assignee. The address of the signal is shown only once.',
    who: startWait.who,
    status: 201,
    input: z.object({ issueId: IssueRef, ...waitFields }),
    output: Wait.extend({
      signalUrl: z
        .string()
        .nullable()
        .describe(
          'POST a text or JSON of up to 64 KB to it; it works once. Null without a signal.',
        ),
    }),
    refusals: startWait.refusals,
    emits: startWait.emits,
    secretAnswer: 'signalUrl',
  }),
  sendSignal: operation({
    http: 'POST /api/signals/:token',
    summary:
      'End a wait from outside: the token is all that it takes. What the body says, a text or JSON of ' +
      'up to 64 KB, is passed on to the agent.',
    who: ['public'],
    guessable: true,
    status: 202,
    bodyIn: 'body',
    input: z.object({
      /** Of any shape: a malformed token is as unknown as a used one. */
      token: z.string(),
      body: z.string().max(SIGNAL_MAX_BYTES).default(''),
    }),
    output: z.object({ received: z.literal(true) }),
    refusals: endWaitBySignal.refusals,
    emits: endWaitBySignal.emits,
  }),
} as const;
