/** A schema as text, in a stable order; a service's `schema.sql` must equal it. */
import { many, sql, type Db } from '@muster/service-kit';

/** Tables that every service has; service-kit's migrations describe them. */
const KIT_TABLES = [
  'event_heads',
  'events',
  'relay_positions',
  'cursors',
  'dead_letters',
  'requests',
  'refused_requests',
  'subscriptions',
  'backfills',
  'failures',
  'migrations',
];

interface Column {
  readonly tableName: string;
  readonly line: string;
}

/** Types and functions, as whole statements. */
async function definitionsOf(db: Db): Promise<string[]> {
  const types = await many<{ line: string }>(
    db,
    sql`
    select format('create type %I as enum (%s);', t.typname,
        string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as line
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = current_schema()::regnamespace
    group by t.typname order by t.typname`,
  );
  const functions = await many<{ line: string }>(
    db,
    sql`
    select rtrim(pg_get_functiondef(p.oid), e' \n') || ';' as line from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
    order by p.proname`,
  );
  return [...types, ...functions].map(({ line }) => line);
}

export async function schemaOf(db: Db): Promise<string> {
  const definitions = await definitionsOf(db);
  const [columns, constraints, indexes] = await Promise.all([
    many<Column>(
      db,
      sql`
      select c.relname as table_name,
        format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then ' not null' else '' end,
          case
            when a.attgenerated = 's'
              then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
            when d.adbin is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid))
            else ''
          end) as line
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relname <> all(${KIT_TABLES}::text[])
      order by c.relname, a.attnum`,
    ),
    many<Column>(
      db,
      sql`
      select c.relname as table_name,
        format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true)) as line
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = current_schema()::regnamespace and k.contype <> 'n'
        and c.relname <> all(${KIT_TABLES}::text[])
      order by c.relname, k.contype = 'p' desc, k.conname`,
    ),
    many<Column>(
      db,
      sql`
      select tablename as table_name, indexdef as line from pg_indexes i
      where schemaname = current_schema() and tablename <> all(${KIT_TABLES}::text[])
        and not exists (
          select from pg_constraint k
          where k.connamespace = current_schema()::regnamespace and k.conname = i.indexname
        )
      order by tablename, indexname`,
    ),
  ]);
  const [{ schema } = { schema: '' }] = await many<{ schema: string }>(
    db,
    sql`select current_schema()::text as schema`,
  );
  const tables = [...new Set(columns.map(({ tableName }) => tableName))];
  const text = tables.map((table) => {
    const of = (rows: readonly Column[]) =>
      rows.filter(({ tableName }) => tableName === table).map(({ line }) => line);
    const body = [...of(columns), ...of(constraints)].map((line) => `  ${line}`).join(',\n');
    const indexLines = of(indexes)
      .map((line) => `${line};`)
      .join('\n');
    return `create table ${table} (\n${body}\n);\n${indexLines}`.trimEnd();
  });
  const header = '-- All migrations of this service added up. The event log is in service-kit.\n\n';
  return `${header}${[...definitions, ...text].join('\n\n').replaceAll(`${schema}.`, '')}\n`;
}
