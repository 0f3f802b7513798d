/**
 * One transaction: BEGIN travels with the first statement, the last statements with COMMIT, so that
 * an operation of one statement costs two round trips and two writes to the socket; statements that
 * are asked for `together` cost one between them. READ COMMITTED, because the head row of the event
 * log is updated by every writer of a company. Which companies' rows it may touch is set by the
 * same write as BEGIN; without a scope, what its connection may.
 */
import type { Scope } from '@muster/contracts';
import type { Pool, PoolClient } from 'pg';
import { corkForThisTurn } from './one-write.ts';
import { part } from './span.ts';
import { commitSpan } from './span-names.ts';
import { dbOn, together, type Db, type Statement } from './sql.ts';
import { COMPANIES_SETTING, companiesLiteral } from './wall-scope.ts';

export interface Work<T> {
  readonly result: T;
  /** Sent together with COMMIT, before the last one, by whoever needs no answer to it. */
  readonly closing?: Statement | undefined;
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
  scope?: Scope,
): Promise<Committed<T>> {
  const begin = beginIn(scope);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const db = beginningDb(client, begin);
    try {
      const { result, ...sentLast } = await work(db);
      const lastRows = await part(() => commitSpan, () => commit(client, db, sentLast));
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

const beginIn = (scope: Scope | undefined): string =>
  scope ? `begin; set local ${COMPANIES_SETTING} = ${companiesLiteral(scope)}` : 'begin';

/** Runs statements on the client and sends BEGIN before the first of them. */
function beginningDb(client: PoolClient, begin: string): Db {
  const inner = dbOn(client);
  let begun = false;
  return {
    run<Row>(statement: Statement): Promise<Row[]> {
      corkForThisTurn(client);
      // A BEGIN that fails makes the statement behind it fail too, which is where it is noticed.
      if (!begun) client.query(begin).catch(() => undefined);
      begun = true;
      return inner.run<Row>(statement);
    },
  };
}

async function commit(
  client: PoolClient,
  db: Db,
  { closing, last }: Omit<Work<unknown>, 'result'>,
): Promise<readonly unknown[]> {
  corkForThisTurn(client);
  const [, lastRows, committed] = await together([
    closing ? db.run(closing) : noRows, last ? db.run(last) : noRows, client.query('commit'),
  ]);
  // Postgres answers COMMIT of a failed transaction with ROLLBACK, not with an error.
  if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  return lastRows;
}

const noRows: Promise<unknown[]> = Promise.resolve([]);
