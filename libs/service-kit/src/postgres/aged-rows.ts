/** Rows that are kept for a time, and then deleted. */
import { z } from 'zod';
import { many, sql, type Db, type Statement } from './sql.ts';

const DAYS_MIN = 1 / 24 / 60;
const DAYS_MAX = 36_500;

/** A setting: for how many days rows are kept. */
export const retentionDays = (preset: number, description: string) =>
  z.coerce.number().min(DAYS_MIN).max(DAYS_MAX).default(preset).describe(description);

export interface Deleted {
  readonly count: number;
  /**
   * Place of the last one in the order in which old rows are found. The next batch begins behind it,
   * since rows that were deleted a moment ago are still in the index.
   */
  readonly last?: string | undefined;
}

/** What a batch has deleted, by the positions of its rows: text that sorts as the rows were found. */
export const deletedAt = (positions: readonly string[]): Deleted => ({
  count: positions.length,
  last: positions.toSorted().at(-1),
});

/** Rows of a table that go by their age. */
export interface AgedRows<Config = object> {
  readonly table: string;
  /** Deletes some of the oldest ones, behind this position. It is called until nothing is left to delete. */
  deleteBatch(db: Db, config: Config, after: string | undefined): Promise<Deleted>;
}

/** Which rows of a table are old, and in which order they are found. */
export interface OldRows {
  readonly table: Statement;
  /** A column with an index: a time, or an id that was made by time. */
  readonly by: Statement;
  /** Old rows have less in it. */
  readonly below: Statement;
  /** A further condition. */
  readonly where?: Statement;
  /** Below all values of the column. */
  readonly first?: string;
  /** Rows deleted by one statement, few enough to hold its locks briefly. */
  readonly limit: number;
}

/** By the position of the rows: they are found once, and those that another replica holds are skipped. */
export async function deleteOldest(
  db: Db,
  { table, by, below, where, first = '-infinity', limit }: OldRows,
  after = first,
): Promise<Deleted> {
  const deleted = await many<{ position: string }>(
    db,
    sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where ${by} >= ${after} and ${by} < ${below} ${where ? sql`and (${where})` : sql``}
      order by ${by} limit ${limit} for update skip locked
    ))
    returning ${by} as position`,
  );
  return deletedAt(deleted.map(({ position }) => position));
}
