/** A new agent, in the answer to what has made it. */
import { z } from 'zod';
import { Agent } from './records.ts';

export const CreatedAgent = Agent.extend({
  note: z.string().optional().describe('Only if it cannot run yet: what it needs.'),
});
