/** Agents that run elsewhere ask for their work and are kept waiting until there is some. */
import { z } from 'zod';
import { operation } from './define.ts';
import { OfferedWake, WAKES_WAIT_MAX_SECONDS } from './scheduler-remote.ts';

export const wakeRoutes = {
  listOwnWakes: operation({
    http: 'GET /api/agents/me/wakes',
    summary: 'Wake-ups that wait to be taken, the most urgent first; `wait` holds the question '
      + 'until there is one, for so many seconds.',
    who: ['agent'],
    input: z.object({ wait: z.int().min(0).max(WAKES_WAIT_MAX_SECONDS).optional() }),
    output: z.array(OfferedWake),
    refusals: ['agent_key_needed', 'too_many_streams'],
  }),
} as const;
