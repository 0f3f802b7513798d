/** Remote agents fetch their wake-ups by long polling. */
import { z } from 'zod';
import { composedWaits } from './waits.ts';
import { operation } from '../define.ts';
import { OfferedWake, WAKES_WAIT_MAX_SECONDS } from '../scheduler/remote.ts';

export const wakeRoutes = {
  ...composedWaits,
  listOwnWakes: operation({
    http: 'GET /api/agents/me/wakes',
    summary:
      'Wake-ups of the calling agent to take, most urgent first; with `wait` the request waits ' +
      'up to that many seconds for one.',
    who: ['agent'],
    input: z.object({ wait: z.int().min(0).max(WAKES_WAIT_MAX_SECONDS).optional() }),
    output: z.array(OfferedWake),
    refusals: ['agent_key_needed', 'too_many_streams'],
  }),
} as const;
