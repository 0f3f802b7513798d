import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openLogger } from '../src/telemetry/logger.ts';
import { migrate } from '../src/postgres/migrate.ts';

const log = openLogger('migrate', 'silent');
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('servers').databaseUrl });
  await client.connect();
});
afterAll(() => client.end());

const root = mkdtempSync(join(tmpdir(), 'muster-migrations-'));
afterAll(() => rmSync(root, { recursive: true }));

const folderOf = (files: Record<string, string>): URL => {
  const folder = mkdtempSync(join(root, 'release-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
};

const freshSchema = () => `m${Math.random().toString(36).slice(2)}`;

const run = (schema: string, files: Record<string, string>) =>
  migrate({
    databaseUrl: inject('servers').databaseUrl,
    schema,
    role: 'muster_migrated',
    migrations: folderOf(files),
    log,
  });

const applied = async (schema: string) =>
  (
    await client.query(`select name from ${schema}.migrations where name like 'service/%'
    order by name`)
  ).rows.map(({ name }) => name);

describe('migrate', () => {
  it('applies each migration once, in order, when ten processes start at once', async () => {
    const schema = freshSchema();
    const files = {
      '0001_first.sql': 'create table counted (n integer); insert into counted values (1);',
      '0002_second.sql': 'update counted set n = n + 1;',
    };
    await Promise.all(Array.from({ length: 10 }, () => run(schema, files)));
    expect(await applied(schema)).toEqual(['service/0001_first.sql', 'service/0002_second.sql']);
    expect((await client.query(`select n from ${schema}.counted`)).rows).toEqual([{ n: 2 }]);
  });

  it('leaves nothing of a migration that fails, and applies it once it is fixed', async () => {
    const schema = freshSchema();
    const broken = { '0001_a.sql': 'create table a (n integer);\nselect nonsense;' };
    await expect(run(schema, broken)).rejects.toThrow('migration service/0001_a.sql failed');
    expect(await applied(schema)).toEqual([]);
    await run(schema, { '0001_a.sql': 'create table a (n integer);' });
    expect(await applied(schema)).toEqual(['service/0001_a.sql']);
  });

  it('accepts a newer migration, unless it is marked as breaking', async () => {
    const schema = freshSchema();
    const old = { '0001_a.sql': 'select 1;' };
    await run(schema, { ...old, '0002_b.sql': 'select 2;' });
    await run(schema, old);
    const breaking = { '0003_c.sql': '-- breaking\nselect 3;' };
    await run(schema, { ...old, '0002_b.sql': 'select 2;', ...breaking });
    await expect(run(schema, old)).rejects.toThrow(
      'incompatible with the migration service/0003_c.sql',
    );
  });

  it('builds indexes outside a transaction, while other setups queue', async () => {
    const schema = freshSchema();
    const files = {
      '0001_table.sql': 'create table counted (n integer); insert into counted values (1);',
      '0002_index.sql': CONCURRENT_INDEX,
    };
    await run(schema, { '0001_table.sql': files['0001_table.sql'] });
    await Promise.all(Array.from({ length: 5 }, () => run(schema, files)));
    expect(await applied(schema)).toEqual(['service/0001_table.sql', 'service/0002_index.sql']);
    expect(await validIndexes(schema)).toEqual(['counted_n', 'counted_twice']);
  });

  it('goes on after a build that was cut off, and makes its index anew', async () => {
    const schema = freshSchema();
    const table = {
      '0001_table.sql': 'create table counted (n integer); insert into counted values (1), (1);',
    };
    const files = { ...table, '0002_index.sql': UNIQUE_INDEX };
    await run(schema, table);
    // Two equal rows make the build fail after the index was begun: it stays, and is invalid.
    await expect(run(schema, files)).rejects.toThrow('migration service/0002_index.sql failed');
    expect(await applied(schema)).toEqual(['service/0001_table.sql']);
    expect(await validIndexes(schema)).toEqual([]);
    await client.query(`update ${schema}.counted set n = 2 where ctid = '(0,1)'`);
    await run(schema, files);
    expect(await applied(schema)).toEqual(['service/0001_table.sql', 'service/0002_index.sql']);
    expect(await validIndexes(schema)).toEqual(['counted_n']);
  });

  it('fills a table in steps that commit one by one', async () => {
    const schema = freshSchema();
    await run(schema, {
      '0001_table.sql': 'create table counted as select n from generate_series(1, 2500) n;',
      '0002_fill.sql': FILL,
    });
    const { rows } = await client.query(
      `select count(distinct xmin::text)::int4 as transactions, count(*)::int4 as filled
      from ${schema}.counted where n < 0`,
    );
    expect(rows).toEqual([{ transactions: 3, filled: 2500 }]);
  });
});

const CONCURRENT_INDEX = `-- outside a transaction
-- What the migration is for.
-- step: one index
create index concurrently if not exists counted_n on counted (n);
-- step: another
create index concurrently if not exists counted_twice on counted ((n * 2));
`;

const UNIQUE_INDEX = `-- outside a transaction
create unique index concurrently if not exists counted_n on counted (n);
`;

const FILL = `-- outside a transaction
do $$
begin
  loop
    update counted set n = -n
    where ctid = any (array(select ctid from counted where n > 0 limit 1000));
    exit when not found;
    commit;
  end loop;
end $$;
`;

const validIndexes = async (schema: string): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = $1::regnamespace and i.indisvalid and c.relname like 'counted%'
      order by 1`,
      [schema],
    )
  ).rows.map(({ name }) => name);
