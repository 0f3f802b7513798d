/** Copies of one company, with its agents, in the tables of all services: companies at rest. */
import type { Stack } from '@muster/local/stack';
import pg from 'pg';

const SCHEMAS = ['agents', 'issues', 'approvals', 'billing', 'scheduler', 'gateway'];
/** Histories and credentials: a copy has none, and its positions say that it has heard everything. */
const LEFT_OUT = ['events', 'requests', 'dead_letters', 'agent_keys'];
/** Copies that one statement makes. */
const BATCH = 5_000;

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Makes so many copies; ids are made of those of the company and the number of the copy. */
export async function copyCompany(stack: Stack, companyId: string, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    // Valid rows are copied: without their checks of other tables and without triggers.
    await client.query('set session_replication_role = replica');
    // Audited today: otherwise the audits of all copies are due at once.
    await client.query(
      `insert into billing.audits (company_id, audited_at) values ($1, now())
      on conflict (company_id) do update set audited_at = now()`,
      [companyId],
    );
    for (const statement of await statementsFor(client)) {
      for (let from = 1; from <= copies; from += BATCH) {
        await client.query(statement, [companyId, from, Math.min(copies, from + BATCH - 1)]);
      }
    }
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** One for each table with rows of companies; `$1` is the company, `$2` and `$3` the numbers. */
async function statementsFor(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Column>(
    `
    select c.table_schema as schema, c.table_name as table, c.column_name as column,
      c.udt_name as type
    from information_schema.columns c
    join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name
      and t.table_type = 'BASE TABLE'
    where c.table_schema = any($1) and c.table_name <> all($2) and c.is_generated = 'NEVER'
      and c.is_identity = 'NO'
    order by c.table_schema, c.table_name, c.ordinal_position`,
    [SCHEMAS, LEFT_OUT],
  );
  return [...Map.groupBy(rows, ({ schema, table }) => `${schema}.${table}`)].flatMap(
    ([table, columns]) => {
      const key = table === 'agents.companies' ? 'id' : 'company_id';
      return columns.some(({ column }) => column === key) ? [copyOf(table, key, columns)] : [];
    },
  );
}

const copyOf = (table: string, key: string, columns: readonly Column[]): string => `
  insert into ${table} (${columns.map(({ column }) => `"${column}"`).join(', ')})
  select ${columns.map(valueOf).join(', ')}
  from ${table} r cross join generate_series($2::integer, $3::integer) n
  where r."${key}" = $1::uuid`;

function valueOf({ column, type }: Column): string {
  const value = `r."${column}"`;
  if (type === 'uuid') return idOf(value);
  if (type === '_uuid') {
    return `case when ${value} is not null then array(
      select ${idOf('e.id')} from unnest(${value}) with ordinality e (id, place) order by e.place
    ) end`;
  }
  // Unique in the installation.
  if (column === 'issue_prefix') return `'Z' || translate(n::text, '0123456789', 'ABCDEFGHIJ')`;
  return value;
}

const idOf = (value: string): string => `md5(${value}::text || ' ' || n)::uuid`;
