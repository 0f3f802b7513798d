/**
 * A page of rows with long columns reads only those that fit an answer. The list is selected once, and
 * its long values stay pointers meanwhile: Postgres reads such a value when it is used, and neither a
 * common table expression nor the functions that tell a size use it. Then the first rows are taken
 * whose sizes add up to less than an answer, at least one, and only their values are read.
 *
 * The size of a text is exact, because a pointer has it. The size of JSON is that of its stored form;
 * where that is compressed, by up to ninety times, its text is made to tell it. So that this takes
 * little as well, it is done only for rows whose compressed forms, taken as a fourth, fit an answer.
 */
import type { FirstRows } from './paging.ts';
import { join, many, sql, type Db, type Statement } from './sql.ts';

/**
 * Below the largest answer, so that what a page has besides rarely makes it too large. Quotes and
 * other escaped characters may still do so; then the page ends earlier when it is answered.
 */
const ROWS_MAX_BYTES = 655_360;
/** JSON in the usual spelling is compressed to about a fourth. */
const COMPRESSION = 4;

/** Names of a list's columns that may hold kilobytes. */
export interface LongColumns {
  readonly texts?: readonly string[];
  readonly json?: readonly string[];
}

const raw = (text: string): Statement => ({ text, values: [] });

const sumOf = (
  { texts = [], json = [] }: LongColumns,
  bytesOfJson: (column: string) => string,
): Statement =>
  join(
    [
      ...texts.map((column) => raw(`coalesce(octet_length(${column}), 0)`)),
      ...json.map((column) => raw(`coalesce(${bytesOfJson(column)}, 0)`)),
    ],
    ' + ',
  );

const ifCompressed = (column: string, bytes: string): string =>
  `case when pg_column_compression(${column}) is null then pg_column_size(${column}) else ${bytes} end`;

/** In the order of the list, which a window without an order keeps. */
const running = (bytes: Statement): Statement =>
  sql`sum(${bytes}) over (rows unbounded preceding) as bytes`;

/** How many rows of `listed` fit. */
function fittingCount(long: LongColumns): Statement {
  const exactly = running(
    sumOf(long, (column) => ifCompressed(column, `octet_length(${column}::text)`)),
  );
  if (!long.json?.length) {
    return sql`select count(*) from (select ${exactly} from listed) summed
      where bytes <= ${ROWS_MAX_BYTES}`;
  }
  const columns = raw([...(long.texts ?? []), ...long.json].join(', '));
  const roughly = running(
    sumOf(long, (column) => ifCompressed(column, `${COMPRESSION} * pg_column_size(${column})`)),
  );
  return sql`select count(*) from (
      select ${exactly} from (select ${columns}, ${roughly} from listed) estimated
      where bytes <= ${ROWS_MAX_BYTES}
    ) summed
    where bytes <= ${ROWS_MAX_BYTES}`;
}

const firstRowsStatement = (list: Statement, size: number, long: LongColumns): Statement => sql`
  with listed as materialized (${list})
  select listed.*, (select count(*) from listed) as listed_count
  from listed limit least(${size}::bigint, greatest(1, (${fittingCount(long)})))`;

/**
 * Selects the first rows of a list: not more than `size`, and not more than fit an answer, but one at
 * least.
 *
 * @param list with a limit of one more than `size`
 */
export async function firstRows<Row extends object>(
  db: Db,
  list: Statement,
  size: number,
  long: LongColumns,
): Promise<FirstRows<Row>> {
  if (!long.texts?.length && !long.json?.length) {
    const rows = await many<Row>(db, list);
    return { rows: rows.slice(0, size), hasMore: rows.length > size };
  }
  const rows = await many<Row & { listedCount?: number }>(db, firstRowsStatement(list, size, long));
  const hasMore = rows.length < (rows[0]?.listedCount ?? 0);
  // The last property is deleted in a twentieth of the time that a copy without it takes.
  for (const row of rows) delete row.listedCount;
  return { rows, hasMore };
}
