/**
 * Deleting rows that have grown old. Every replica does it each hour, in bounded batches: rows that
 * one replica holds are skipped by the others, and nothing depends on when a row goes.
 */
import type { Background } from '../define-service.ts';
import { oldAnswers } from '../rpc/old-answers.ts';
import type { Db } from '../postgres/sql.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AgedRows } from '../postgres/aged-rows.ts';

const PERIOD_MS = 3_600_000;
/** The first pass: a process that lives for less than an hour makes one, too. */
const FIRST_MS = 60_000;
/** Batches of one kind in one pass; what is left is deleted in the next one. */
const BATCHES_MAX = 1_000;

export interface DeleteByAgeOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly config: object;
  /** The service's own, beside the answers to requests, which every service has. */
  readonly agedRows?: readonly AgedRows[] | undefined;
}

export async function deleteAged(
  options: Omit<DeleteByAgeOptions, 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, metrics, config, agedRows = [] } = options;
  for (const { table, deleteBatch } of [...oldAnswers, ...agedRows]) {
    let after: string | undefined;
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch += 1) {
      const { count, last } = await deleteBatch(db, config, after);
      if (count === 0) break;
      metrics.rowsDeleted.inc({ table }, count);
      after = last;
    }
  }
}

export function startDeletingByAge(options: DeleteByAgeOptions): Background {
  const stopping = new AbortController();
  let pass: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const passIn = (ms: number): void => {
    timer = setTimeout(() => {
      pass = deleteAged(options, stopping.signal)
        .catch((error: unknown) => options.log.warn({ err: error }, 'deleting old rows failed'))
        .then(() => {
          if (!stopping.signal.aborted) passIn(PERIOD_MS);
        });
    }, ms);
    timer.unref();
  };
  passIn(FIRST_MS);
  return {
    async drain() {
      stopping.abort();
      clearTimeout(timer);
      await pass;
    },
  };
}
