/** Agents in the inbox of a board user. */
import type { z } from 'zod';
import { Agent } from './records.ts';

/** An agent that does not work until somebody acts: it raised an error, or was paused by a rule. */
export const StoppedAgent = Agent.pick({
  id: true,
  companyId: true,
  name: true,
  urlKey: true,
  status: true,
  pauseReason: true,
  pausedAt: true,
  failing: true,
  updatedAt: true,
});
export type StoppedAgent = z.output<typeof StoppedAgent>;
