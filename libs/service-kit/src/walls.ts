/**
 * The second wall between companies: whatever a statement forgets to say, its rows are those of the
 * caller's companies. Every table with a `company_id` gets row-level security after the migrations;
 * the role of the service is let in by the same transaction, so a new table needs nothing and is
 * never seen without. Beside each such table stands a view `<table>_in_scope` with the same
 * predicate, for statements whose operators (`@@`, `@>`, enums) Postgres would use no index for
 * behind a policy (decision 22).
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { COMPANIES_SETTING, EVERY_COMPANY } from './wall-scope.ts';

const setting = `current_setting('${COMPANIES_SETTING}', true)`;
/** Null stands for every company, an empty array for none: that is what an unset one means. */
const companies = `(select case ${setting}
  when '${EVERY_COMPANY}' then null
  else string_to_array(coalesce(${setting}, ''), ',')::uuid[]
end)::uuid[]`;

/**
 * One sub-select, computed once a statement and not once a row. `is not null` around it because
 * the planner takes that for nearly always true: it has counted the tenant already where the
 * statement itself names it. Rows of no company, where a table has such, are found by their keys.
 */
const visible = `nullif(coalesce(company_id = any (${companies}), true), false) is not null`;

/** Tells a policy of this release from one of another. */
const edition = createHash('sha1').update(visible).digest('hex');

interface Table {
  readonly name: string;
  readonly owner: string;
}

/** Walls what is not walled yet, and lets the role work. Runs in the caller's transaction. */
export async function raiseWalls(client: pg.Client, role: string): Promise<void> {
  const tables = await unwalled(client);
  if (tables.length > 0) {
    await client.query(tables.map((table) => statements(client, table)).join('\n'));
  }
  const { rows } = await client.query<{ lacking: boolean }>(`
    select bool_or(not has_table_privilege($1, c.oid, 'select')) as lacking from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')`,
  [role]);
  if (!rows[0]?.lacking) return;
  const { rows: [here] } = await client.query<{ schema: string }>(
    'select quote_ident(current_schema()) as schema',
  );
  await client.query(`
    grant usage on schema ${here?.schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${here?.schema} to ${role};
    grant usage on all sequences in schema ${here?.schema} to ${role};
    revoke insert, update, delete on migrations from ${role};`);
}

/** Tables without this wall, and those that have columns which their view does not have yet. */
async function unwalled(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
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
    order by c.relname`, [edition]);
  return rows;
}

/**
 * Forced, so that nobody is exempt for owning the table. What the owner may is a policy like any
 * other: it migrates, and the views read in its name.
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
