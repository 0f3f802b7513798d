/** Rows that are kept for a time, and then deleted. */
import { z } from 'zod';
import { many, maybeOne, sql, type Db, type Statement } from './sql.ts';

const DAYS_MIN = 1 / 24 / 60;
const DAYS_MAX = 36_500;

/** A setting: for how many days rows are kept. */
export const retentionDays = (preset: number, description: string) =>
  z.coerce.number().min(DAYS_MIN).max(DAYS_MAX).default(preset).describe(description);

export interface Deleted {
  readonly count: number;
  /**
   * Place of the last one in the order in which old rows are found. The next batch begins behind it,
   * since rows that were deleted a moment ago are still in the index. Undefined if nothing is left.
   */
  readonly last?: string | undefined;
}

/** What a batch has deleted, by the positions of its rows: text that sorts as the rows were found. */
export const deletedAt = (positions: readonly string[]): Deleted => ({
  count: positions.length,
  last: positions.toSorted().at(-1),
});

export interface Batch {
  /** The position that the batch before it has reached. */
  readonly after?: string | undefined;
  /** Most rows that one statement deletes. */
  readonly limit: number;
}

/** Rows of a table that go by their age. */
export interface AgedRows<Config = object> {
  readonly table: string;
  /** Deletes some of the oldest ones. It is called until nothing is left to delete. */
  deleteBatch(db: Db, config: Config, batch: Batch): Promise<Deleted>;
  /** For how many seconds the oldest row behind this position has been due; 0 if none is. */
  overdueSeconds(db: Db, config: Config, after: string | undefined): Promise<number>;
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
  /** For how many seconds a row has been due, where the column is no time. */
  readonly overdueSeconds?: Statement;
}

export const byAge = <Config = object>(
  table: string,
  old: OldRows | ((config: Config) => OldRows),
): AgedRows<Config> => {
  const oldRows = (config: Config): OldRows => (typeof old === 'function' ? old(config) : old);
  return {
    table,
    deleteBatch: (db, config, batch) => deleteOldest(db, oldRows(config), batch),
    overdueSeconds: (db, config, after) => overdueOf(db, oldRows(config), after),
  };
};

const isOld = (
  { by, below, where, first = '-infinity' }: OldRows,
  after: string = first,
): Statement => sql`${by} >= ${after} and ${by} < ${below} ${where ? sql`and (${where})` : sql``}`;

/** By the position of the rows: they are found once, and those that another replica holds are skipped. */
export async function deleteOldest(db: Db, old: OldRows, batch: Batch): Promise<Deleted> {
  const { table, by } = old;
  const deleted = await many<{ position: string }>(
    db,
    sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where ${isOld(old, batch.after)}
      order by ${by} limit ${batch.limit} for update skip locked
    ))
    returning ${by} as position`,
  );
  return deletedAt(deleted.map(({ position }) => position));
}

async function overdueOf(db: Db, old: OldRows, after: string | undefined): Promise<number> {
  const { table, by, below } = old;
  const oldest = await maybeOne<{ seconds: number }>(
    db,
    sql`
    select ${old.overdueSeconds ?? sql`extract(epoch from ${below} - ${by})`}::float8 as seconds
    from ${table} where ${isOld(old, after)} order by ${by} limit 1`,
  );
  return oldest?.seconds ?? 0;
}
