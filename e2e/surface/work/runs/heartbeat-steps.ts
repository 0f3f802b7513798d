/** What rows of heartbeats begin with: a remote agent of their own that fetches its work. */
import type { Send } from '../row.ts';

export const remote = (fields: object = {}): Send => [
  'POST /api/companies/$company/agents',
  { name: 'R $word', adapterType: 'remote', ...fields },
];

/** A request by the agent of the row, with its own key. */
export const asOwn = (line: string, body?: object): Send => [
  line,
  body,
  'nobody',
  { authorization: 'Bearer $key.token' },
];

const OWN_WAKE = '/api/agents/me/wakes/$wakes[0].id';
/** A request by the agent of the row about its wake-up or its run. */
export const ask = (what: 'ack' | 'beat' | 'finish', body: object = {}): Send =>
  asOwn(`POST ${what === 'ack' ? OWN_WAKE : '/api/heartbeat-runs/$run'}/${what}`, body);

/** A queued run that waits to be fetched. */
export const offered = {
  agent: remote(),
  key: ['POST /api/agents/$agent/keys', {}],
  run: ['POST /api/agents/$agent/wakeup', { reason: 'look', payload: { page: 7 } }],
  wakes: asOwn('GET /api/agents/me/wakes?wait=20'),
} as const satisfies Record<string, Send>;

/** A run that its agent has fetched. */
export const taken = { ...offered, ack: ask('ack') } as const satisfies Record<string, Send>;
