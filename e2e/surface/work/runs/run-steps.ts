/** What rows of runs begin with: a queued run, and one that its agent has finished. */
import { ask, remote, taken } from './heartbeat-steps.ts';

export const RUN = '/api/heartbeat-runs/$run';
export const run = { agent: remote(), run: ['POST /api/agents/$agent/wakeup', {}] } as const;
export const usage = {
  inputTokens: 10,
  outputTokens: 2,
  cachedInputTokens: 3,
  costCents: 4,
  provider: 'acme',
  model: 'large',
};
export const done = { status: 'succeeded', usage, resultSummary: 'So it is.' };
export const finished = { ...taken, end: ask('finish', done) };
