/** A digest of a company's rows, to see that nothing changed, and the ids that may not leak. */
import { UUID_PATTERN } from '@muster/contracts';
import { until } from '@muster/test-kit';
import type { Sql } from '../world/sql.ts';

const UUIDS = new RegExp(UUID_PATTERN, 'g');

/** Columns and tables that change without a write to the company: last uses, and background work. */
const CHANGING_COLUMNS = ['last_used_at', 'last_seen_at'];
const BACKGROUND_TABLES = ['relay_positions', 'cursors', 'audits'];
/** State of the deliveries to a webhook that cannot be reached. */
const DELIVERY_COLUMNS = [
  'attempts',
  'due_at',
  'error',
  'failing_since',
  'last_error',
  'lease_holder',
  'leased_until',
  'positions',
  'retry_at',
  'trying_since',
];

const changingColumnsOf = (table: string): string[] =>
  table.startsWith('gateway.webhook')
    ? [...CHANGING_COLUMNS, ...DELIVERY_COLUMNS]
    : CHANGING_COLUMNS;

interface Table {
  readonly name: string;
  readonly column: string;
}

async function tablesOf(sql: Sql): Promise<Table[]> {
  const found = await sql.rows(
    `
    select format('%I.%I', table_schema, table_name) as name, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_name <> all($1)
      and (column_name = 'company_id' or (table_name = 'companies' and column_name = 'id'))
    order by 1`,
    [BACKGROUND_TABLES],
  );
  return found.map(({ name, column }) => ({ name: String(name), column: String(column) }));
}

/** A digest of the company's rows by table. */
export async function digestOf(sql: Sql, companyId: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name, column } of await tablesOf(sql)) {
    const [row] = await sql.rows(
      `
      with own as (
        select (to_jsonb(t) - $2::text[])::text as row from ${name} t where ${column} = $1
      )
      select count(*) || ' rows ' || coalesce(md5(string_agg(row, ',' order by row)), '') as digest
      from own`,
      [companyId, changingColumnsOf(name)],
    );
    digests[name] = String(row?.['digest']);
  }
  return digests;
}

/** The digest once it no longer changes by itself. */
export async function settledDigest(sql: Sql, companyId: string): Promise<Record<string, string>> {
  let before = '';
  let same = 0;
  return until('a company whose rows no longer change', async () => {
    const digest = await digestOf(sql, companyId);
    const now = JSON.stringify(digest);
    same = now === before ? same + 1 : 0;
    before = now;
    return same >= SAME_DIGESTS ? digest : undefined;
  });
}

/** Equal digests in a row: longer than the slowest timer of a test stack needs. */
const SAME_DIGESTS = 12;

/** Every id in the rows of a company. */
export async function idsOf(sql: Sql, companyId: string): Promise<Set<string>> {
  const ids = new Set<string>([companyId]);
  for (const { name, column } of await tablesOf(sql)) {
    const rows = await sql.rows(
      `select to_jsonb(t)::text as row from ${name} t where ${column} = $1`,
      [companyId],
    );
    for (const { row } of rows) for (const [id] of String(row).matchAll(UUIDS)) ids.add(id);
  }
  return ids;
}
