/** Reads one service's log after a position, as entries of the activity log. */
import {
  type Activity,
  logOperations,
  Refusal,
  serviceNames,
  type Actor,
  type EventRecord,
  type ServiceName,
} from '@muster/contracts';
import { activityOf, callOperation, requireEventsOf, type Rpc } from '@muster/service-kit';
import { attentionOf, pageThatDecides } from './domain/attention.ts';
import { agentIdOf, type EntryForm, type Readable } from './domain/feed-filter.ts';
import { markOf, type Position, type Positions } from './domain/feed-position.ts';

const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

/** An event as readers get it, serialized once for all of them. */
export interface LogEntry extends Readable, Position {
  /** The event's id. */
  readonly id: string;
  readonly service: ServiceName;
}

export interface LogAddress {
  readonly rpc: Rpc;
  readonly companyId: string;
  readonly service: ServiceName;
}

export function entryOf(event: EventRecord): LogEntry {
  const agentId = agentIdOf(event);
  const activity = activityOf(event.producer, { ...event, agentId });
  return {
    id: event.id,
    service: event.producer,
    seq: event.seq,
    mark: markOf(event.id),
    action: event.type,
    entityId: event.entityId,
    agentId,
    text: JSON.stringify(activity),
    attention: attentionForm(event, activity),
  };
}

/** The same entry, told as what waits for a person: with the kind, and the event that it is. */
function attentionForm(event: EventRecord, activity: Activity): EntryForm | undefined {
  const attention = attentionOf(event);
  if (!attention) return undefined;
  const { action, kind } = attention;
  const page = pageThatDecides(event.payload);
  const details = { ...activity.details, kind, cause: event.type, page };
  return { action, text: JSON.stringify({ ...activity, action, details }) };
}

export async function readHead({ rpc, companyId, service }: LogAddress): Promise<Position> {
  const { readHead: operation } = logOperations;
  const head = await callOperation(
    rpc,
    service,
    'readHead',
    operation,
    { companyId },
    { actor: self },
  );
  const { seq, id } = operation.output.parse(head);
  return { seq, mark: markOf(id) };
}

/** The heads of all logs of a company. */
export async function readHeads(rpc: Rpc, companyId: string): Promise<Positions> {
  const heads = await Promise.all(
    serviceNames.map(
      async (service) => [service, await readHead({ rpc, companyId, service })] as const,
    ),
  );
  return Object.fromEntries(heads) as unknown as Positions;
}

/** One event of a log; undefined if it is gone or another event has its number. */
export async function readEntry(
  address: LogAddress,
  { seq, id }: Pick<LogEntry, 'seq' | 'id'>,
): Promise<LogEntry | undefined> {
  const [event] = await readEvents(address, { after: seq - 1, limit: 1 });
  return event?.id === id ? entryOf(event) : undefined;
}

/** Entries read at a time; they are in memory until a slow reader has taken them. */
const PAGE = 50;

/**
 * The entries after a position. The event at the position itself is read too: if it is gone or has
 * another mark, the log was replaced or truncated and the position is refused.
 */
export async function readAfter(
  address: LogAddress,
  { seq, mark }: Position,
  limit = PAGE,
): Promise<readonly LogEntry[]> {
  const page = await readEvents(address, { after: Math.max(0, seq - 1), limit });
  const [first] = page;
  if (seq === 0) {
    if (first && first.seq !== 1) throw new Refusal('cursor_too_old');
    return page.map(entryOf);
  }
  if (first?.seq !== seq || markOf(first.id) !== mark) throw new Refusal('cursor_too_old');
  return page.slice(1).map(entryOf);
}

/** A feed and a webhook show an event as its producer's, so no service may answer for another. */
async function readEvents(
  { rpc, companyId, service }: LogAddress,
  range: { readonly after: number; readonly limit: number },
): Promise<EventRecord[]> {
  const { readLog } = logOperations;
  const input = { companyId, ...range };
  const events = await callOperation(rpc, service, 'readLog', readLog, input, { actor: self });
  const parsed = events as EventRecord[];
  requireEventsOf(parsed, { producer: service, companyId });
  return parsed;
}
