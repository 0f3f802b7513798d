/** The board lets the agents of a used-up quota start again. */
import { ask, taken } from './heartbeat-steps.ts';
import { badInput, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const HOUR_MS = 3_600_000;
const later = new Date(Date.now() + HOUR_MS).toISOString();

const lift = (agentId: string, body: object = {}, by: Who = 'board'): Send => [
  `POST /api/agents/${agentId}/quota-hold/lift`,
  body,
  by,
];

export const quotaHoldRows: readonly WorkRow[] = [
  {
    rule: 'is lifted',
    first: { ...taken, held: ask('beat', { notBefore: later }) },
    send: lift('$agent', { companyId: '$company' }),
    answers: 200,
    shows: { agentId: '$agent', companyId: '$company', agentIds: ['$agent'] },
  },
  {
    rule: 'that is not there is lifted without an effect',
    send: lift('$max'),
    answers: 200,
    shows: { agentId: '$max', agentIds: [] },
  },
  {
    rule: 'is for the board',
    send: lift('$max', {}, 'max'),
    answers: [403, 'board_only'],
  },
  {
    rule: 'needs a caller',
    send: lift('$max', {}, 'nobody'),
    answers: [401, 'unauthenticated'],
  },
  {
    rule: 'of an absent agent is absent',
    send: lift(NOTHING),
    answers: [404, 'agent_not_found'],
  },
  {
    rule: 'refuses a company that is no id',
    send: lift('$max', { companyId: 'x' }),
    answers: badInput,
    at: 'companyId',
  },
];
