/**
 * SQL on the database of a running system as its administrator, past the services and row-level
 * security: for what no caller could see or do.
 */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
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
