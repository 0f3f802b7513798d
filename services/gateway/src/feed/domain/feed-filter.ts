/** Filters entries of a company's log for a reader. */
import { RUN_LOG, type EventRecord } from '@muster/contracts';

export interface FeedFilter {
  readonly types?: readonly string[] | undefined;
  readonly entityId?: string | undefined;
  readonly agentId?: string | undefined;
}

/** The properties of an entry that a filter reads. */
export interface Filterable {
  readonly action: string;
  readonly entityId: string;
  /** As in the activity log: the agent that acted, else the agent that the event names. */
  readonly agentId: string | null;
}

export function agentIdOf({
  actorType,
  actorId,
  payload,
}: Pick<EventRecord, 'actorType' | 'actorId' | 'payload'>): string | null {
  if (actorType === 'agent') return actorId;
  const named = payload['agentId'] ?? payload['assigneeAgentId'] ?? payload['requestedByAgentId'];
  return typeof named === 'string' ? named : null;
}

export const passesFilter = (
  { types, entityId, agentId }: FeedFilter,
  entry: Filterable,
): boolean =>
  (types === undefined || types.includes(entry.action)) &&
  (entityId === undefined || entityId === entry.entityId) &&
  (agentId === undefined || agentId === entry.agentId);

/** Run output is large and no event, so only a filter that names it receives it. */
export const wantsRunLogs = ({ types }: FeedFilter): boolean => types?.includes(RUN_LOG) ?? false;
