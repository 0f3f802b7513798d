/**
 * The current state of a company, as events: what a service reads that has heard nothing of the
 * company, instead of a log of years.
 */
import type { Contract, EventRecord, logOperations, StatePosition } from '@muster/contracts';
import type { z } from 'zod';
import { newId } from '../new-id.ts';
import type { FirstRows } from '../postgres/paging.ts';
import type { Db } from '../postgres/sql.ts';
import { headOf } from './event-store.ts';

/** A thing as it is now. */
export interface Stated {
  readonly entityId: string;
  /** Of an event of the type: the whole state. */
  readonly payload: object;
  /** Where the next page begins, if this thing is the last of its page. */
  readonly after: string;
}

export interface StatePage {
  readonly companyId: string;
  readonly after: string | null;
  readonly size: number;
}

/**
 * Type of event → how to list things by a key that no change of a thing alters: what is missed by a
 * page would be missed for good.
 */
export type States = Readonly<
  Record<string, (db: Db, page: StatePage) => Promise<FirstRows<Stated>>>
>;

/** Things of one page; their effects are one transaction. */
const THINGS_MAX = 100;
/** Payload bytes of one page. */
const PAGE_BYTES = 450_000;

type StateAnswer = z.output<(typeof logOperations)['readState']['output']>;

/** The position is that of another release if this one does not know its type. */
export async function readState(
  { name, states: types = [], events }: Contract,
  states: States,
  db: Db,
  { companyId, after }: { companyId: string; after?: StatePosition | undefined },
): Promise<StateAnswer> {
  // Before the things: what happens from here on may or may not be in them.
  const seq = await headOf(db, companyId);
  const known = after && types.includes(after.type) ? after : undefined;
  const type = known?.type ?? types[0];
  if (type === undefined) return { seq, events: [], next: null };
  const [read, spec] = [states[type], events[type]];
  if (!read || !spec) throw new Error(`${name} names the state ${type} and cannot tell it`);
  const found = await read(db, { companyId, after: known?.after ?? null, size: THINGS_MAX });
  const things = fitting(found.rows);
  const last = things.at(-1);
  const isWhole = things.length === found.rows.length && !found.hasMore;
  const nextType = isWhole ? types[types.indexOf(type) + 1] : type;
  const occurredAt = new Date().toISOString();
  return {
    seq,
    events: things.map(({ entityId, payload }) => ({
      ...stateEvent,
      id: newId(),
      producer: name,
      companyId,
      seq: Math.max(1, seq),
      type,
      version: spec.version,
      entityType: spec.entity,
      entityId,
      actorId: name,
      actorName: name,
      payload: payload as EventRecord['payload'],
      occurredAt,
    })),
    next:
      nextType === undefined
        ? null
        : { type: nextType, after: isWhole ? null : (last?.after ?? null) },
  };
}

/** Nobody did anything: it is so. */
const stateEvent = {
  actorType: 'system',
  runId: null,
  requestId: null,
  causedBy: null,
  traceparent: null,
} as const;

function fitting(things: readonly Stated[]): readonly Stated[] {
  let bytes = 0;
  const end = things.findIndex(({ payload }) => {
    bytes += Buffer.byteLength(JSON.stringify(payload));
    return bytes > PAGE_BYTES;
  });
  return end === -1 ? things : things.slice(0, Math.max(1, end));
}
