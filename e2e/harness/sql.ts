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

/** Connects before the first test of a file, once its world is up, and ends after the last one. */
export function useSql(world: () => World): Sql {
  let client: pg.Client | undefined;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: world().stack.databaseUrl });
    await client.connect();
  });
  afterAll(() => client?.end());
  return {
    async rows(text, values = []) {
      if (client === undefined) throw new Error('the database is up only while tests run');
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    },
  };
}
