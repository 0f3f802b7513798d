/** What the database holds of a company: to see that nothing changed, and what may not get out. */
import type { Sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Columns that tell when a credential was last seen, which refusing its request does not change,
 * and machinery that works in its own time.
 */
const RESTLESS = ['last_used_at', 'last_seen_at'];
const MACHINERY = ['relay_positions', 'cursors', 'audits'];
/** How the sender of webhooks gets on with a receiver that nobody can reach. */
const SENDING = [
  'attempts', 'due_at', 'error', 'failing_since', 'last_error', 'lease_holder', 'leased_until',
  'positions', 'retry_at', 'trying_since',
];

const restlessIn = (table: string): string[] =>
  table.startsWith('gateway.webhook') ? [...RESTLESS, ...SENDING] : RESTLESS;

type Table = { readonly name: string; readonly column: string };

async function tablesOf(sql: Sql): Promise<Table[]> {
  const found = await sql.rows(`
    select format('%I.%I', table_schema, table_name) as name, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_name <> all($1)
      and (column_name = 'company_id' or (table_name = 'companies' and column_name = 'id'))
    order by 1`, [MACHINERY]);
  return found.map(({ name, column }) => ({ name: String(name), column: String(column) }));
}

/** Each table with a digest of the company's rows in it. */
export async function digestOf(sql: Sql, companyId: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name, column } of await tablesOf(sql)) {
    const [row] = await sql.rows(`
      with held as (
        select (to_jsonb(t) - $2::text[])::text as row from ${name} t where ${column} = $1
      )
      select count(*) || ' rows ' || coalesce(md5(string_agg(row, ',' order by row)), '') as digest
      from held`, [companyId, restlessIn(name)]);
    digests[name] = String(row?.['digest']);
  }
  return digests;
}

/** The digest once nothing moves by itself any more. */
export async function digestAtRest(
  sql: Sql,
  companyId: string,
): Promise<Record<string, string>> {
  let before = '';
  let same = 0;
  return until('a company at rest', async () => {
    const digest = await digestOf(sql, companyId);
    const now = JSON.stringify(digest);
    same = now === before ? same + 1 : 0;
    before = now;
    return same >= LOOKS_AT_REST ? digest : undefined;
  });
}

/** Looks in a row without a difference, more than the slowest clock of a quick stack needs. */
const LOOKS_AT_REST = 12;

/** Every id in a company's rows. */
export async function idsOf(sql: Sql, companyId: string): Promise<Set<string>> {
  const ids = new Set<string>([companyId]);
  for (const { name, column } of await tablesOf(sql)) {
    const rows = await sql.rows(
      `select to_jsonb(t)::text as row from ${name} t where ${column} = $1`,
      [companyId],
    );
    for (const { row } of rows) for (const [id] of String(row).matchAll(UUID)) ids.add(id);
  }
  return ids;
}
