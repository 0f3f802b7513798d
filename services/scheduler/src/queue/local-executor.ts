/**
 * Executes the jobs of this process: those that the queue delivers and, as a fallback when Redis or
 * Postgres is unavailable as a queue, those that it did not accept. Concurrency is capped over both.
 */
import type { Logger } from '@muster/service-kit';
import pLimit from 'p-limit';
import type { RunJob } from '../run-job.ts';

/** Refused jobs that wait for a place or are executed; a sweep offers the others. */
const REFUSED_MAX = 1_000;

/** What becomes of a job that the queue did not accept: executed `here`, or offered `later`. */
export type RefusedOutcome = 'here' | 'later';

export interface LocalExecutor {
  /** Executes a job that the queue has delivered. */
  execute(job: RunJob): Promise<void>;
  /** Executes a job without the queue, unless the same job waits or is executed already. */
  executeRefused(job: RunJob): RefusedOutcome;
  /** Jobs that wait for a place, or come later, resolve without being executed. */
  stop(): void;
}

export function openLocalExecutor(
  { concurrency, log }: { readonly concurrency: number; readonly log: Logger },
  start: (job: RunJob) => Promise<void>,
): LocalExecutor {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const refused = new Set<string>();
  let stopped = false;
  const execute = async (job: RunJob): Promise<void> => {
    let started = false;
    const executed = limit(async () => {
      started = true;
      if (!stopped) await start(job);
    });
    await executed.catch((error: unknown) => {
      // `stop` rejects the jobs that wait for a place.
      if (started) throw error;
    });
  };
  return {
    execute,
    executeRefused(job) {
      const { runId } = job;
      if (refused.has(runId)) return 'here';
      if (refused.size >= REFUSED_MAX) return 'later';
      refused.add(runId);
      execute(job)
        .catch((error: unknown) => log.error({ err: error, runId }, 'local job failed'))
        .finally(() => refused.delete(runId));
      return 'here';
    },
    stop() {
      stopped = true;
      limit.clearQueue();
    },
  };
}
