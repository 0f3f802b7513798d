/** What of a company's log somebody wants to hear of. */
import { RUN_LOG, type EventRecord } from '@muster/contracts';

export interface FeedFilter {
  readonly types?: readonly string[] | undefined;
  readonly entityId?: string | undefined;
  readonly agentId?: string | undefined;
}

/** What a filter asks of an entry. */
export interface Filterable {
  readonly action: string;
  readonly entityId: string;
  /** As in the activity log: the agent that did it, else the one that it names. */
  readonly agentId: string | null;
}

export function agentIdOf(
  { actorType, actorId, payload }: Pick<EventRecord, 'actorType' | 'actorId' | 'payload'>,
): string | null {
  if (actorType === 'agent') return actorId;
  const named = payload['agentId'] ?? payload['assigneeAgentId'] ?? payload['requestedByAgentId'];
  return typeof named === 'string' ? named : null;
}

export const passes = (
  { types, entityId, agentId }: FeedFilter,
  entry: Filterable,
): boolean =>
  (types === undefined || types.includes(entry.action)) &&
  (entityId === undefined || entityId === entry.entityId) &&
  (agentId === undefined || agentId === entry.agentId);

/** What runs write is much and no event: only who names it hears it. */
export const wantsRunLogs = ({ types }: FeedFilter): boolean => types?.includes(RUN_LOG) ?? false;
