/**
 * One transaction: BEGIN is pipelined with the first statement and the last statements with COMMIT,
 * so an operation of one statement costs two round trips and two writes to the socket; `pipelined`
 * statements cost one round trip together. READ COMMITTED, because every writer of a company updates
 * the head row of its event log. The tenant scope is set in the same write as BEGIN; without one,
 * the connection's scope holds.
 */
import type { Scope } from '@muster/contracts';
import type { Pool, PoolClient } from 'pg';
import { childSpan } from '../telemetry/span.ts';
import { commitSpan } from '../telemetry/span-names.ts';
import { corkUntilNextTick } from './cork-until-next-tick.ts';
import { isReadOnlyTransaction } from './pool.ts';
import { dbOn, pipelined, type Db, type Statement } from './sql.ts';
import { COMPANIES_SETTING, companiesLiteral } from './tenant-scope.ts';

export interface Work<T> {
  readonly result: T;
  /** Pipelined with COMMIT before `last`; its result is discarded. */
  readonly closing?: Statement | undefined;
  /** Pipelined with COMMIT. */
  readonly last?: Statement | undefined;
}

export interface Committed<T> {
  readonly result: T;
  readonly lastRows: readonly unknown[];
}

/** What is written although the transaction failed. */
export interface Remainder {
  /**
   * On tables of the kit, of all companies. Committed in one round trip with the rollback, and
   * without waiting for the disk.
   */
  readonly statements: readonly Statement[];
  /** Gets the rows of the last statement; what it throws replaces the error of the transaction. */
  readonly written: (rows: readonly unknown[]) => void;
}

export async function transaction<T>(
  pool: Pool,
  work: (db: Db) => Promise<Work<T>>,
  scope?: Scope,
  remainderOf?: (error: unknown) => Remainder | undefined,
): Promise<Committed<T>> {
  const begin = beginStatement(scope);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const sent: Promise<unknown>[] = [];
    const db = dbAfterBegin(client, begin, sent);
    try {
      const { result, ...closing } = await work(db);
      const lastRows = await childSpan(
        () => commitSpan,
        () => commit(client, db, sent, closing),
      );
      return { result, lastRows };
    } catch (thrown) {
      const error = await firstFailure(sent, thrown);
      const remainder = remainderOf?.(error);
      const rows = await rollback(client, remainder).catch((failure: Error) => {
        broken = failure;
        if (remainder) throw failure;
      });
      remainder?.written(rows ?? []);
      if (isReadOnlyTransaction(error)) broken = error;
      throw error;
    }
  } finally {
    client.release(broken);
  }
}

const beginStatement = (scope: Scope | undefined): string =>
  scope ? `begin; set local ${COMPANIES_SETTING} = ${companiesLiteral(scope)}` : 'begin';

/**
 * Runs statements on the client, with BEGIN before the first of them.
 *
 * @param sent gets the results of those that are sent without being awaited
 */
function dbAfterBegin(client: PoolClient, begin: string, sent: Promise<unknown>[]): Db {
  const db = dbOn(client);
  let begun = false;
  const run = <Row>(statement: Statement): Promise<Row[]> => {
    corkUntilNextTick(client);
    // If BEGIN fails, the statement after it fails too, and its error is reported.
    if (!begun) client.query(begin).catch(() => undefined);
    begun = true;
    return db.run<Row>(statement);
  };
  const send = (statement: Statement): void => {
    const result = run(statement);
    // It is awaited with COMMIT; until then a failure is not unhandled.
    result.catch(() => undefined);
    sent.push(result);
  };
  return { run, send };
}

/** Once a statement has failed, Postgres refuses those after it for that reason only. */
const firstFailure = (sent: readonly Promise<unknown>[], thrown: unknown): Promise<unknown> =>
  pipelined(sent).then(
    () => thrown,
    (cause: unknown) => cause,
  );

async function commit(
  client: PoolClient,
  db: Db,
  sent: readonly Promise<unknown>[],
  { closing, last }: Omit<Work<unknown>, 'result'>,
): Promise<readonly unknown[]> {
  corkUntilNextTick(client);
  const [, , lastRows, committed] = await pipelined([
    pipelined(sent),
    closing ? db.run(closing) : noRows,
    last ? db.run(last) : noRows,
    client.query('commit'),
  ]);
  // Postgres answers COMMIT of a failed transaction with ROLLBACK, not with an error.
  if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  return lastRows;
}

async function rollback(
  client: PoolClient,
  remainder: Remainder | undefined,
): Promise<readonly unknown[]> {
  if (!remainder) {
    await client.query('rollback');
    return [];
  }
  const db = dbOn(client);
  corkUntilNextTick(client);
  const results = await pipelined([
    client.query(`rollback; ${beginStatement('all')}; set local synchronous_commit = off`),
    ...remainder.statements.map((statement) => db.run(statement)),
    client.query('commit'),
  ]);
  return (results.at(-2) as unknown[] | undefined) ?? [];
}

const noRows: Promise<unknown[]> = Promise.resolve([]);
