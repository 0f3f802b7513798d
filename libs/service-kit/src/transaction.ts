/**
 * One transaction: BEGIN travels with the first statement, the last statement with COMMIT, so that an
 * operation of one statement costs two round trips. READ COMMITTED, because the head row of the event
 * log is updated by every writer of a company.
 */
import type { Pool } from 'pg';
import { dbOn, type Db, type Statement } from './sql.ts';

export interface Work<T> {
  readonly result: T;
  /** Sent together with COMMIT. */
  readonly last?: Statement | undefined;
}

export interface Committed<T> {
  readonly result: T;
  readonly lastRows: readonly unknown[];
}

export async function transaction<T>(
  pool: Pool,
  work: (db: Db) => Promise<Work<T>>,
): Promise<Committed<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const db = dbOn(client);
    const begun = client.query('begin');
    begun.catch(() => undefined);
    try {
      const { result, last } = await work(db);
      await begun;
      const [lastRows, committed] = await Promise.all([
        last ? db.run(last) : [],
        client.query('commit'),
      ]);
      // Postgres answers COMMIT of a failed transaction with ROLLBACK, not with an error.
      if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return { result, lastRows };
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    }
  } finally {
    client.release(broken);
  }
}
