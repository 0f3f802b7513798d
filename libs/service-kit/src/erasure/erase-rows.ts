/** The statements that delete the rows of a company from one table, a bounded number at a time. */
import { one, sql, type Db, type Statement } from '../postgres/sql.ts';
import { identifier, type CompanyTable } from './company-tables.ts';

/** Rows of one statement: some milliseconds, and a second where each is read from a slow disk. */
const ROWS_MAX = 1_000;
/** Blocks that one statement reads of a table without an index: 8 MB. */
const BLOCKS_MAX = 1_000;

/** A table, and which of its rows are the company's; without `isOf`, those that name it as theirs. */
export interface ErasedTable extends CompanyTable {
  readonly isOf?: ((companyId: string) => Statement) | undefined;
}

export interface ErasedRows {
  readonly count: number;
  /** The block where the next statement begins; undefined after the last row. */
  readonly nextBlock: number | undefined;
}

export const eraseRows = (
  db: Db,
  table: ErasedTable,
  companyId: string,
  block: number,
): Promise<ErasedRows> =>
  table.hasIndex && !table.isOf
    ? eraseByIndex(db, table, companyId)
    : eraseBlocks(db, table, companyId, block);

/** Until a statement finds none: a row goes only when no other one of its table refers to it. */
async function eraseByIndex(
  db: Db,
  { name, ownReferences }: ErasedTable,
  companyId: string,
): Promise<ErasedRows> {
  const table = identifier(name);
  const isLeaf = ownReferences.map(
    ([column, referred]) => sql`
      and not exists (
        select from ${table} c
        where c.company_id = t.company_id and c.${identifier(column)} = t.${identifier(referred)}
      )`,
  );
  const leaves = isLeaf.reduce((all, each) => sql`${all} ${each}`, sql``);
  const { count } = await one<{ count: number }>(
    db,
    sql`
    with erased as (
      delete from ${table} where company_id = ${companyId} and ctid = any(array(
        select t.ctid from ${table} t where t.company_id = ${companyId} ${leaves} limit ${ROWS_MAX}
      )) returning 1
    )
    select count(*)::integer as count from erased`,
  );
  return { count, nextBlock: count === 0 ? undefined : 0 };
}

async function eraseBlocks(
  db: Db,
  { name, isOf }: ErasedTable,
  companyId: string,
  block: number,
): Promise<ErasedRows> {
  const table = identifier(name);
  const { count, blocks } = await one<{ count: number; blocks: number }>(
    db,
    sql`
    with erased as (
      delete from ${table}
      where ctid >= ${`(${block},0)`}::tid and ctid < ${`(${block + BLOCKS_MAX},0)`}::tid
        and (${isOf?.(companyId) ?? sql`company_id = ${companyId}`})
      returning 1
    )
    select count(*)::integer as count, (
        pg_relation_size(${name}::regclass) / current_setting('block_size')::bigint
      )::float8 as blocks
    from erased`,
  );
  const next = block + BLOCKS_MAX;
  return { count, nextBlock: next < blocks ? next : undefined };
}
