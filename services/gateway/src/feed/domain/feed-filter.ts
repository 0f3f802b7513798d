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

/** An entry as a reader gets it. */
export interface EntryForm {
  readonly action: string;
  readonly text: string;
}

/** Its own form, and the one as which it opens or closes something that waits for a person. */
export interface Readable extends Filterable, EntryForm {
  readonly attention?: EntryForm | undefined;
}

/** The form in which the filter passes the entry; undefined: it does not. One entry comes in one form. */
export function formFor(
  { types, entityId, agentId }: FeedFilter,
  entry: Readable,
): EntryForm | undefined {
  if (entityId !== undefined && entityId !== entry.entityId) return undefined;
  if (agentId !== undefined && agentId !== entry.agentId) return undefined;
  if (types === undefined || types.includes(entry.action)) return entry;
  const { attention } = entry;
  return attention && types.includes(attention.action) ? attention : undefined;
}

/** Run output is large and no event, so only a filter that names it receives it. */
export const wantsRunLogs = ({ types }: FeedFilter): boolean => types?.includes(RUN_LOG) ?? false;
