/** A transaction that appends events, which the relay publishes after the commit. */
import type { Scope } from '@muster/contracts';
import type { Pool } from 'pg';
import type { Db, Statement } from '../postgres/sql.ts';
import { transaction, type Remainder } from '../postgres/transaction.ts';
import type { Append } from './append-events.ts';
import { numbered, type EventNumber } from './logged-event.ts';
import type { Relay } from './relay.ts';

export interface AppendOptions {
  readonly pool: Pool;
  readonly relay: Pick<Relay, 'begin'>;
}

/** What is pipelined with COMMIT: the closing statement without a result, then the append. */
export interface AppendWork<T> {
  readonly result: T;
  readonly closing?: Statement | undefined;
  readonly append: Append | undefined;
}

export interface AppendCommitted<T> {
  readonly result: T;
  /** Number of the last event; undefined if there is none. */
  readonly seq: number | undefined;
}

export async function appendTransaction<T>(
  { pool, relay }: AppendOptions,
  work: (db: Db) => Promise<AppendWork<T>>,
  scope?: Scope,
  remainderOf?: (error: unknown) => Remainder | undefined,
): Promise<AppendCommitted<T>> {
  let events: Append['events'] = [];
  let commit: ReturnType<Relay['begin']> | undefined;
  const workAndBegin = async (db: Db) => {
    const { append, ...rest } = await work(db);
    events = append?.events ?? [];
    if (events[0]) commit = relay.begin(events[0].companyId);
    return { ...rest, last: append?.statement };
  };
  try {
    const { result, lastRows } = await transaction(pool, workAndBegin, scope, remainderOf);
    const committed = numbered(events, lastRows as readonly EventNumber[]);
    commit?.committed(committed);
    return { result, seq: committed.at(-1)?.seq };
  } catch (error) {
    commit?.failed();
    throw error;
  }
}
