/** A transaction that appends events, which the publisher tells of after the commit. */
import type { Scope } from '@muster/contracts';
import type { Pool } from 'pg';
import type { Db, Statement } from '../postgres/sql.ts';
import { transaction, type Remainder } from '../postgres/transaction.ts';
import type { Append } from './append-events.ts';
import { numbered, type EventNumber } from './logged-event.ts';
import type { Publisher } from './publisher.ts';

export interface AppendOptions {
  readonly pool: Pool;
  readonly publisher: Pick<Publisher, 'committed'>;
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
  { pool, publisher }: AppendOptions,
  work: (db: Db) => Promise<AppendWork<T>>,
  scope?: Scope,
  remainderOf?: (error: unknown) => Remainder | undefined,
): Promise<AppendCommitted<T>> {
  let events: Append['events'] = [];
  const workAndAppend = async (db: Db) => {
    const { append, ...rest } = await work(db);
    events = append?.events ?? [];
    return { ...rest, last: append?.statement };
  };
  const { result, lastRows } = await transaction(pool, workAndAppend, scope, remainderOf);
  const committed = numbered(events, lastRows as readonly EventNumber[]);
  for (const log of Map.groupBy(committed, ({ companyId }) => companyId).values()) {
    publisher.committed(log);
  }
  return { result, seq: committed.at(-1)?.seq };
}
