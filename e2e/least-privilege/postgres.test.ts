/**
 * The Postgres login of each service, on the servers of every story: it reads and writes rows of its own
 * schema, changes no schema, and has no access to another one.
 */
import { SERVICES } from '@muster/local/stack';
import { describe, expect, it } from 'vitest';
import { refusedByPostgres } from './intruder.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld({ replicas: 1 });
const database = useSql(world);

const NOT_ALLOWED = '42501';

const tablesOutside = async (own: string): Promise<readonly string[]> =>
  (
    await database.rows(
      `
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ($1, 'pg_catalog', 'information_schema')
      and schemaname <> $1 || '_queue'
    order by 1`,
      [own],
    )
  ).map(({ name }) => String(name));

describe.each(SERVICES)('the login of %s', (service) => {
  const url = () => world().stack.access.databaseUrl(service);

  it('may not access a table of any other service', async () => {
    const tables = await tablesOutside(service);
    expect(tables.length).toBeGreaterThan(30);
    const statements = tables.flatMap((table) => [
      `select * from ${table} limit 1`,
      `delete from ${table}`,
    ]);
    expect(await refusedByPostgres(url(), statements)).toEqual(statements.map(() => NOT_ALLOWED));
  });

  it('may change no schema, not even its own, and take no other role', async () => {
    const [other = ''] = SERVICES.filter((name) => name !== service);
    const statements = [
      `create table ${service}.mine (n integer)`,
      `create function ${service}.mine() returns integer language sql as 'select 1'`,
      `alter table ${service}.events add column mine integer`,
      `alter table ${service}.events disable row level security`,
      `drop policy tenancy on ${service}.events`,
      `drop table ${service}.events`,
      `truncate ${service}.events`,
      `insert into ${service}.migrations (name, breaking) values ('service/9999_x.sql', false)`,
      'create schema mine',
      'create table public.mine (n integer)',
      'create role mine',
      'create extension dblink',
      `set role muster_${other}`,
      'set role muster',
      `alter role muster_${other} password 'mine'`,
      `grant muster_${other} to muster_${service}`,
      "select pg_read_file('/etc/passwd')",
      "copy (select 1) to program 'true'",
    ];
    expect(await refusedByPostgres(url(), statements)).toEqual(statements.map(() => NOT_ALLOWED));
  });

  it('reads the rows of its own tables, in the scope that it sets', async () => {
    expect(
      await refusedByPostgres(url(), [
        `select count(*) from ${service}.events`,
        `select count(*) from ${service}.migrations`,
      ]),
    ).toEqual(['done', 'done']);
  });
});
