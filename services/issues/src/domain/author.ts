import type { Actor } from '@muster/contracts';

/** Who makes a change, as issues and comments record it. At most one of the two ids is set. */
export interface Author {
  readonly agentId: string | null;
  readonly userId: string | null;
  readonly runId: string | null;
}

/** The agent that calls; null for the board. */
export const callerAgentIdOf = (actor: Actor): string | null =>
  actor.type === 'agent' ? actor.id : null;

export const authorOf = (actor: Actor, runId: string | null): Author => ({
  agentId: callerAgentIdOf(actor),
  userId: actor.type === 'user' ? actor.id : null,
  runId,
});
