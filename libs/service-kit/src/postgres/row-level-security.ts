/**
 * Row-level security: a statement that lacks the tenant predicate still sees only the rows of the
 * caller's companies. After the migrations every table with a `company_id` gets the policy, and the
 * service's role its privileges, in one transaction, so a new table needs nothing and is never
 * visible without the policy. Each such table also gets a view `<table>_in_scope` with the same
 * predicate, for statements with operators (`@@`, `@>`, enums) for which Postgres uses no index under
 * a policy (decision 21).
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { COMPANIES_SETTING, EVERY_COMPANY } from './tenant-scope.ts';

const setting = `current_setting('${COMPANIES_SETTING}', true)`;
/** Null means every company, an empty array none, which is also the meaning of an unset value. */
const companies = `(select case ${setting}
  when '${EVERY_COMPANY}' then null
  else string_to_array(coalesce(${setting}, ''), ',')::uuid[]
end)::uuid[]`;

/**
 * One sub-select, evaluated once per statement and not per row. Wrapped in `is not null`, because the
 * planner estimates that as nearly always true, and the statement's own tenant predicate has been
 * counted already. Rows without a company, if a table has any, are visible to all.
 */
const visible = `nullif(coalesce(company_id = any (${companies}), true), false) is not null`;

/** Identifies the policy of this release. */
const edition = createHash('sha1').update(visible).digest('hex');

interface Table {
  readonly name: string;
  readonly owner: string;
}

/** Adds the missing policies and the role's privileges. Runs in the caller's transaction. */
export async function enableRowLevelSecurity(client: pg.Client, role: string): Promise<void> {
  const tables = await tablesWithoutRowLevelSecurity(client);
  if (tables.length > 0) {
    await client.query(tables.map((table) => statements(client, table)).join('\n'));
  }
  const { rows } = await client.query<{ missing: boolean }>(
    `
    select bool_or(not has_table_privilege($1, c.oid, 'select')) as missing from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')`,
    [role],
  );
  if (!rows[0]?.missing) return;
  const {
    rows: [current],
  } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema');
  await client.query(`
    grant usage on schema ${current?.schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${current?.schema} to ${role};
    grant usage on all sequences in schema ${current?.schema} to ${role};
    revoke insert, update, delete on migrations from ${role};`);
}

/** Tables without this policy, and tables whose view lacks some of their columns. */
async function tablesWithoutRowLevelSecurity(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select c.relname as name, pg_get_userbyid(c.relowner) as owner
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and (
        not c.relrowsecurity
        or not exists (
          select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenancy'
            and obj_description(p.oid, 'pg_policy') = $1
        )
        or not exists (
          select from pg_class v where v.relnamespace = c.relnamespace and v.relkind = 'v'
            and v.relname = c.relname || '_in_scope' and v.relnatts >= (
              select count(*) from pg_attribute own
              where own.attrelid = c.oid and own.attnum > 0 and not own.attisdropped
            )
        )
      )
    order by c.relname`,
    [edition],
  );
  return rows;
}

/**
 * `force`, so that the table's owner is not exempt. The owner has a policy of its own: it runs the
 * migrations, and the views read with its rights.
 */
function statements(client: pg.Client, { name, owner }: Table): string {
  const table = client.escapeIdentifier(name);
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    drop policy if exists tenancy on ${table};
    drop policy if exists ownership on ${table};
    create policy tenancy on ${table}
      using (${visible}) with check (${visible});
    comment on policy tenancy on ${table} is '${edition}';
    create policy ownership on ${table} to ${client.escapeIdentifier(owner)}
      using (true) with check (true);
    create or replace view ${client.escapeIdentifier(`${name}_in_scope`)} as
      select * from ${table} where ${visible} with check option;`;
}
