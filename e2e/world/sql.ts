/**
 * SQL on the database of a running system as its administrator, past the services and row-level
 * security: for what no caller could see or do.
 */
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { World } from './use-world.ts';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface Sql {
  rows(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

const CONNECTIONS_MAX = 4;

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  // An idle connection breaks when Postgres is killed; the next query opens another one.
  pool.on('error', () => undefined);
  return pool;
}

/** SQL on a database that belongs to no world. */
export function openSql(url: string): Sql & { end(): Promise<void> } {
  const pool = openPool(url);
  return {
    rows: async (text, values = []) => (await pool.query<Row>(text, [...values])).rows,
    end: () => pool.end(),
  };
}

/** One statement on a connection of its own. */
export async function queryOnce(url: string, text: string): Promise<readonly Row[]> {
  const sql = openSql(url);
  try {
    return await sql.rows(text);
  } finally {
    await sql.end();
  }
}

export interface LockHolder {
  /** Processes of Postgres, of a user of it, that wait for what is locked. */
  waiting(user: string): Promise<readonly Row[]>;
  release(): Promise<void>;
}

/** Locks what a statement selects, on a connection of its own, until the test that calls it has ended. */
export async function holdLocked(
  url: string,
  text: string,
  values: readonly unknown[],
): Promise<LockHolder> {
  const client = new pg.Client({ connectionString: url });
  // The lock ends with the connection, which may break.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  const { rowCount } = await client.query(text, [...values]);
  if (rowCount === 0) throw new Error('there is nothing to lock');
  return {
    waiting: async (user) => {
      // Within a transaction Postgres shows the activity as of the first look.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query<Row>(
        `select pid from pg_stat_activity
        where usename = $1 and pg_backend_pid() = any(pg_blocking_pids(pid))`,
        [user],
      );
      return rows;
    },
    release: () => client.end(),
  };
}

/** Has Postgres refuse what a service writes of a company, until that is allowed again. */
export async function refuseWrites(
  sql: Sql,
  table: string,
  companyId: string,
  allowed: string,
): Promise<() => Promise<unknown>> {
  const name = 'refused_by_a_test';
  await sql.rows(
    `alter table ${table} add constraint ${name}
    check (company_id <> '${companyId}' or ${allowed}) not valid`,
  );
  return () => sql.rows(`alter table ${table} drop constraint ${name}`);
}

/** Connects before the first test of a file, once its world is up, and disconnects after the last one. */
export function useSql(world: () => World): Sql {
  let pool: pg.Pool | undefined;
  beforeAll(() => {
    pool = openPool(world().stack.databaseUrl);
  });
  afterAll(() => pool?.end());
  return {
    async rows(text, values = []) {
      if (pool === undefined) throw new Error('the database is up only while tests run');
      const { rows } = await pool.query<Row>(text, [...values]);
      return rows;
    },
  };
}
