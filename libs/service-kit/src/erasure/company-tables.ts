/**
 * The tables of a service that have rows of companies, by the catalog: a new table needs no line. A table
 * comes before those that its rows refer to.
 */
import { many, sql, type Db, type Statement } from '../postgres/sql.ts';

export interface CompanyTable {
  readonly name: string;
  /** Whether an index finds the rows of a company; without, the table is read block by block. */
  readonly hasIndex: boolean;
  /** Columns by which rows of the table refer to others of it, with the columns that they name. */
  readonly ownReferences: readonly (readonly [column: string, referred: string])[];
}

interface Reference {
  readonly fromTable: string;
  readonly toTable: string;
  readonly fromColumns: readonly string[];
  readonly toColumns: readonly string[];
}

/** A name from the catalog, as a part of a statement. */
export const identifier = (name: string): Statement => ({
  text: `"${name.replaceAll('"', '""')}"`,
  values: [],
});

export async function listCompanyTables(db: Db): Promise<CompanyTable[]> {
  const tables = await many<{ name: string; hasIndex: boolean }>(
    db,
    sql`
    select c.relname as name, exists (
      select from pg_index i
      where i.indrelid = c.oid and i.indpred is null and i.indisvalid and i.indkey[0] = a.attnum
    ) as has_index
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by c.relname`,
  );
  const references = await many<Reference>(
    db,
    sql`
    select f.relname as from_table, t.relname as to_table,
      array(select attname::text from unnest(k.conkey) with ordinality as n (num, place)
        join pg_attribute on attrelid = f.oid and attnum = num order by place) as from_columns,
      array(select attname::text from unnest(k.confkey) with ordinality as n (num, place)
        join pg_attribute on attrelid = t.oid and attnum = num order by place) as to_columns
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace
    order by k.conname`,
  );
  return inOrder(
    tables.map((table) => ({ ...table, ownReferences: ownReferencesOf(table.name, references) })),
    references,
  );
}

const ownReferencesOf = (
  name: string,
  references: readonly Reference[],
): CompanyTable['ownReferences'] =>
  references
    .filter(({ fromTable, toTable }) => fromTable === name && toTable === name)
    .map(({ fromColumns, toColumns }) => [fromColumns.at(-1) ?? '', toColumns.at(-1) ?? '']);

/** Those that nothing refers to first. A circle would never end, and fails here. */
export function inOrder(
  tables: readonly CompanyTable[],
  references: readonly Pick<Reference, 'fromTable' | 'toTable'>[],
): CompanyTable[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: CompanyTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) =>
        !references.some(
          ({ fromTable, toTable }) => toTable === name && fromTable !== name && left.has(fromTable),
        ),
    );
    if (free.length === 0) throw new Error(`tables in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) {
      left.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}
