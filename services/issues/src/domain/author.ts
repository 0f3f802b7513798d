import { scopeWith, type Actor, type Scope } from '@muster/contracts';

/** Who makes a change, as issues and comments record it. At most one of the two ids is set. */
export interface Author {
  readonly agentId: string | null;
  readonly userId: string | null;
  readonly runId: string | null;
}

/** The agent that calls; null for the board. */
export const callerAgentIdOf = (actor: Actor): string | null =>
  actor.type === 'agent' ? actor.id : null;

/** Who calls, as the rules look at it. */
export interface Caller {
  /** Null for the board. */
  readonly agentId: string | null;
  /** Null for an agent. */
  readonly userId: string | null;
  /** The companies that a board user owns. */
  readonly owned: Scope;
}

export const callerOf = (actor: Actor): Caller => ({
  agentId: callerAgentIdOf(actor),
  userId: actor.type === 'user' ? actor.id : null,
  owned: scopeWith(actor, 'owner'),
});

export const authorOf = (actor: Actor, runId: string | null): Author => ({
  agentId: callerAgentIdOf(actor),
  userId: actor.type === 'user' ? actor.id : null,
  runId,
});
