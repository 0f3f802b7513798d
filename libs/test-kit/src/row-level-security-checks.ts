/**
 * Checks of row-level security on the real tables: in a transaction that is rolled back, each table
 * loses its constraints, gets a row, and is queried as the service's role.
 */
import { many, newId, sql } from '@muster/service-kit';
import type pg from 'pg';
import type { Admin } from './admin.ts';

/** Every table of the schema, and whether it has a `company_id`. */
export const tablesOf = (admin: Admin): Promise<{ name: string; hasCompany: boolean }[]> =>
  many(
    admin,
    sql`
    select c.relname as name, exists (
      select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    ) as has_company
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`,
  );

export interface RowLevelSecurityReport {
  readonly forced: boolean;
  /** Visible rows for their own company, for another one, and without a company. */
  readonly own: number;
  readonly foreign: number;
  readonly unset: number;
  /** Visible rows for another company through the table's view. */
  readonly foreignInView: number;
  readonly insertForeign: string;
  readonly moveAway: string;
}

const VIOLATION = '42501';
const CHECK_VIOLATION = '44000';

export async function inspectRowLevelSecurity(
  { client }: Admin,
  table: string,
  role: string,
): Promise<RowLevelSecurityReport> {
  const name = client.escapeIdentifier(table);
  const view = client.escapeIdentifier(`${table}_in_scope`);
  const [own, foreign] = [newId(), newId()];
  const count = async (from: string, companies: string): Promise<number> => {
    await client.query(`set local muster.companies = '${companies}'`);
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from ${from}`,
    );
    return rows[0]?.n ?? -1;
  };
  await client.query('begin');
  try {
    const forced = await isForced(client, table);
    await dropConstraints(client, table);
    await client.query(`delete from ${name}`);
    await client.query(`insert into ${name} (company_id) values ('${own}')`);
    await client.query(`set local role ${role}`);
    return {
      forced,
      unset: await count(name, ''),
      foreign: await count(name, foreign),
      foreignInView: await count(view, foreign),
      own: await count(name, own),
      insertForeign: await outcomeOf(
        client,
        `insert into ${name} (company_id) values ('${foreign}')`,
      ),
      moveAway: await outcomeOf(client, `update ${view} set company_id = '${foreign}'`),
    };
  } finally {
    await client.query('rollback');
  }
}

async function isForced(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ forced: boolean }>(
    `
    select relrowsecurity and relforcerowsecurity as forced from pg_class
    where relnamespace = current_schema()::regnamespace and relname = $1`,
    [table],
  );
  return rows[0]?.forced ?? false;
}

/** Removes constraints, triggers and computed columns, so that a row needs a company only. */
async function dropConstraints(client: pg.Client, table: string): Promise<void> {
  const name = client.escapeIdentifier(table);
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table ${name} drop constraint if exists %I cascade', conname) as statement
    from pg_constraint
    where conrelid = '${name}'::regclass and contype not in ('n', 't')
    union all
    select format('alter table ${name} alter %I drop not null', attname) from pg_attribute
    where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attnotnull
    union all
    select format('alter table ${name} alter %I drop expression', attname) from pg_attribute
    where attrelid = '${name}'::regclass and attgenerated = 's' and not attisdropped
    union all
    select 'alter table ${name} disable trigger user'`);
  const ordered = rows.toSorted((a, b) => rank(a.statement) - rank(b.statement));
  for (const { statement } of ordered) await client.query(statement);
}

/** Computed columns first; a key is dropped before its columns become nullable. */
const rank = (statement: string): number =>
  ['drop expression', 'drop constraint', 'drop not null', 'disable trigger'].findIndex((kind) =>
    statement.includes(kind),
  );

/** What rejects a statement: the policy, nothing, or another error. */
async function outcomeOf(client: pg.Client, statement: string): Promise<string> {
  await client.query('savepoint tried');
  try {
    await client.query(statement);
    return 'nothing';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === VIOLATION || code === CHECK_VIOLATION ? 'policy' : message;
  } finally {
    await client.query('rollback to savepoint tried');
  }
}

/** Schemas of other services that the role has access to. */
export const foreignSchemas = (
  admin: Admin,
  role: string,
  service: string,
): Promise<{ schema: string }[]> =>
  many(
    admin,
    sql`
    select n.nspname as schema
    from pg_namespace n join pg_class heads
      on heads.relnamespace = n.oid and heads.relname = 'event_heads'
    where has_schema_privilege(${role}, n.oid, 'usage') and n.nspname !~ ${`(^|_)${service}(_|$)`}
    order by n.nspname`,
  );
