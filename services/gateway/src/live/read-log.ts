/** One service's log behind a position, as entries of the activity log. */
import {
  logOperations, Refusal, serviceNames, type Actor, type EventRecord, type ServiceName,
} from '@muster/contracts';
import { activityOf, callOperation, type Rpc } from '@muster/service-kit';
import { agentIdOf, type Filterable } from '../domain/feed-filter.ts';
import { markOf, type Position, type Positions } from '../domain/feed-position.ts';

const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

/** An event as everybody who follows gets it: written as JSON once. */
export interface Entry extends Filterable, Position {
  /** Of the event. */
  readonly id: string;
  readonly service: ServiceName;
  readonly text: string;
}

export interface Log {
  readonly rpc: Rpc;
  readonly companyId: string;
  readonly service: ServiceName;
}

export function entryOf(event: EventRecord): Entry {
  const agentId = agentIdOf(event);
  return {
    id: event.id,
    service: event.producer,
    seq: event.seq,
    mark: markOf(event.id),
    action: event.type,
    entityId: event.entityId,
    agentId,
    text: JSON.stringify(activityOf(event.producer, { ...event, agentId })),
  };
}

export async function readHead({ rpc, companyId, service }: Log): Promise<Position> {
  const { readHead: operation } = logOperations;
  const head = await callOperation(
    rpc, service, 'readHead', operation, { companyId }, { actor: self },
  );
  const { seq, id } = operation.output.parse(head);
  return { seq, mark: markOf(id) };
}

/** Where the logs of a company end. */
export async function readHeads(rpc: Rpc, companyId: string): Promise<Positions> {
  const heads = await Promise.all(serviceNames.map(async (service) =>
    [service, await readHead({ rpc, companyId, service })] as const));
  return Object.fromEntries(heads) as unknown as Positions;
}

/** One event of a log; nothing where it is gone, or another one has its number. */
export async function readEntry(
  { rpc, companyId, service }: Log,
  { seq, id }: Pick<Entry, 'seq' | 'id'>,
): Promise<Entry | undefined> {
  const { readLog } = logOperations;
  const [event] = readLog.output.parse(await callOperation(
    rpc, service, 'readLog', readLog, { companyId, after: seq - 1, limit: 1 }, { actor: self },
  ));
  return event?.id === id ? entryOf(event) : undefined;
}

/** Entries that one reader takes at once: while it is slow they wait for it in memory. */
const PAGE = 50;

/**
 * A page of what stands behind a position. It begins with the event of the position itself: where
 * that is another one or gone, this is not the log that the position was counted in.
 */
export async function readBehind(
  { rpc, companyId, service }: Log,
  { seq, mark }: Position,
  limit = PAGE,
): Promise<readonly Entry[]> {
  const { readLog } = logOperations;
  const question = { companyId, after: Math.max(0, seq - 1), limit };
  const page = (await callOperation(
    rpc, service, 'readLog', readLog, question, { actor: self },
  )) as EventRecord[];
  const [first] = page;
  if (seq === 0) {
    if (first && first.seq !== 1) throw new Refusal('cursor_too_old');
    return page.map(entryOf);
  }
  if (first?.seq !== seq || markOf(first.id) !== mark) throw new Refusal('cursor_too_old');
  return page.slice(1).map(entryOf);
}
