/** Wake-ups that lead to no run of their own, as the activity shows them. */
import { z } from 'zod';
import { event } from '../define.ts';
import { Id, RunSource, RunStatus } from '../vocabulary.ts';

const wakes = {
  agentId: Id,
  source: RunSource,
  /** Wake-ups of one cause, such as several mentions in a comment, are one entry. */
  count: z.int().min(1),
  issueId: Id.nullable(),
};

/** What wakes an agent on demand emits them. */
export const wakeOutcomes = ['agent.wake_skipped', 'agent.wake_joined'] as const;

export const wakeEvents = {
  'agent.wake_skipped': event({
    entity: 'agent',
    version: 1,
    summary: 'A wake-up of an agent was not taken, for the reason in the payload.',
    payload: z.object({ ...wakes, reason: z.string() }),
  }),
  'agent.wake_joined': event({
    entity: 'agent',
    version: 1,
    summary:
      'A wake-up came while a run of the agent was live: a queued run carries it, and after a ' +
      'running one comes another.',
    payload: z.object({ ...wakes, runId: Id, runStatus: RunStatus }),
  }),
} as const;
