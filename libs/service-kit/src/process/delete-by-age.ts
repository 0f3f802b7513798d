/**
 * Deleting rows that have grown old. Every replica does it each hour, in bounded batches: rows that
 * one replica holds are skipped by the others, and nothing depends on when a row goes. A batch that takes
 * longer than a statement may is halved, and a table that fails keeps no other from its turn.
 */
import { isQueryCanceled } from '../postgres/pool.ts';
import { one, sql, type Db } from '../postgres/sql.ts';
import { startPeriodicTask, type PeriodicTask } from '../sweep/periodic-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { byAge, type AgedRows } from '../postgres/aged-rows.ts';

const PERIOD_MS = 3_600_000;
/** The first pass: a process that lives for less than an hour makes one, too. */
const FIRST_MS = 60_000;
/** The next pass, if a table has rows left: the others had their turn in between. */
const LEFT_MS = 10_000;
/** Batches of one table in one pass. */
const BATCHES_MAX = 1_000;
/** Rows of a batch: some milliseconds, and seconds where each is read from a slow disk. */
const ROWS_MAX = 2_000;
/** After a batch of less than that, the next one may be twice as large. */
const QUICK_MS = 1_000;

/** The answers that clients no longer retry for. */
export const oldAnswers = [
  ['requests', sql`requests`] as const,
  ['refused_requests', sql`refused_requests`] as const,
].map(([name, table]) =>
  byAge(name, { table, by: sql`created_at`, below: sql`now() - interval '48 hours'` }),
);

export interface DeleteByAgeOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly config: object;
  /** The service's own, beside the answers to requests, which every service has. */
  readonly agedRows?: readonly AgedRows[] | undefined;
}

/** Gives each table a turn. Returns whether one has rows left because its turn was over. */
export async function deleteAged(
  options: DeleteByAgeOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { metrics, agedRows = [] } = options;
  const overdue = new Map<string, number>();
  let isLeft = false;
  for (const rows of [...oldAnswers, ...agedRows]) {
    const { table } = rows;
    const turn = await takeTurn(options, rows, stopping);
    if (stopping?.aborted) return true;
    isLeft ||= turn.isCutOff;
    const seconds = await overdueAfter(options, rows, turn);
    // Some tables have rows of two kinds.
    overdue.set(table, Math.max(seconds, overdue.get(table) ?? 0));
  }
  for (const [table, seconds] of overdue) metrics.oldestDueRow.set({ table }, seconds);
  await measureEventLog(options);
  return isLeft;
}

/** The one table without a bound, of which nothing is deleted. */
const measureEventLog = ({ db, log, metrics }: DeleteByAgeOptions): Promise<void> =>
  one<{ bytes: number }>(db, sql`select pg_total_relation_size('events') as bytes`).then(
    ({ bytes }) => metrics.eventLogBytes.set(bytes),
    (error: unknown) => log.warn({ err: error }, 'the size of the event log cannot be read'),
  );

interface Turn {
  /** The position that it has reached. */
  readonly after: string | undefined;
  readonly isCutOff: boolean;
}

async function takeTurn(
  { db, log, metrics, config }: DeleteByAgeOptions,
  { table, deleteBatch }: AgedRows,
  stopping: AbortSignal | undefined,
): Promise<Turn> {
  let after: string | undefined;
  let limit = ROWS_MAX;
  for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch += 1) {
    const startedAt = performance.now();
    try {
      const { count, last } = await deleteBatch(db, config, { after, limit });
      metrics.rowsDeleted.inc({ table }, count);
      if (last === undefined) return { after, isCutOff: false };
      after = last;
      if (performance.now() - startedAt < QUICK_MS) limit = Math.min(2 * limit, ROWS_MAX);
    } catch (error) {
      if (!isQueryCanceled(error) || limit === 1) {
        log.warn({ err: error, table }, 'deleting old rows failed');
        return { after, isCutOff: false };
      }
      limit = Math.ceil(limit / 2);
    }
  }
  return { after, isCutOff: true };
}

/** Where the age cannot be read, it is a pass more than before: nobody knows that something was deleted. */
async function overdueAfter(
  { db, log, metrics, config }: DeleteByAgeOptions,
  { table, overdueSeconds }: AgedRows,
  { after }: Turn,
): Promise<number> {
  try {
    return await overdueSeconds(db, config, after);
  } catch (error) {
    log.warn({ err: error, table }, 'the age of old rows cannot be read');
    const { values } = await metrics.oldestDueRow.get();
    const before = values.find(({ labels }) => labels.table === table)?.value ?? 0;
    return before + PERIOD_MS / 1_000;
  }
}

export const startDeletingByAge = (options: DeleteByAgeOptions): PeriodicTask =>
  startPeriodicTask({
    periodMs: PERIOD_MS,
    firstMs: FIRST_MS,
    run: async (stopping) => ((await deleteAged(options, stopping)) ? LEFT_MS : PERIOD_MS),
    failed: (error) => options.log.warn({ err: error }, 'a pass over old rows failed'),
  });
