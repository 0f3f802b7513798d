/**
 * What this process carries out: jobs that the queue brings, and those that the queue does not
 * take. It is no more agents at a time than there are places, whichever way they come.
 */
import type { Log } from '@muster/service-kit';
import type { RunJob } from '../hints.ts';
import { openPlaces } from './places.ts';

/** Jobs that wait here for a place while the queue takes none; a sweep brings the others. */
const WAITING_MAX = 1_000;

/** What became of a job that the queue did not take: it is done here, or left to a sweep. */
export type Refused = 'here' | 'later';

export interface Here {
  /** Does a job that the queue has brought. */
  take(job: RunJob): Promise<void>;
  /** Does a job without the queue; each once at a time. */
  takeRefused(job: RunJob): Refused;
  /** What waits for a place is not done any more. */
  stop(): void;
}

export function openHere(
  { concurrency, log }: { readonly concurrency: number; readonly log: Log },
  start: (job: RunJob) => Promise<void>,
): Here {
  const places = openPlaces(concurrency);
  const refused = new Set<string>();
  const take = (job: RunJob): Promise<void> => places.take(() => start(job));
  return {
    take,
    takeRefused(job) {
      const { runId } = job;
      if (refused.has(runId)) return 'here';
      if (refused.size >= WAITING_MAX) return 'later';
      refused.add(runId);
      take(job)
        .catch((error: unknown) => log.error({ err: error, runId }, 'a job could not be done'))
        .finally(() => refused.delete(runId));
      return 'here';
    },
    stop: places.stop,
  };
}
