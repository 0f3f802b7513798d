/**
 * What lies in the database of a running system, past every service and every wall: for what no
 * caller could see or do. The connection is the administrator's.
 */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { World } from './stack.ts';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

export type Sql = {
  rows(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
};

const CONNECTIONS_MAX = 4;

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  // A connection that lies idle while Postgres is killed is gone; the next question opens another.
  pool.on('error', () => undefined);
  return pool;
}

/** The same for a database of which no world knows. */
export function openSql(url: string): Sql & { end(): Promise<void> } {
  const pool = openPool(url);
  return {
    rows: async (text, values = []) => (await pool.query<Row>(text, [...values])).rows,
    end: () => pool.end(),
  };
}

/** Connects before the first test of a file, once its world is up, and ends after the last one. */
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
