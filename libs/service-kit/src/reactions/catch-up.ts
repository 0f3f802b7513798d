/**
 * Catch-up: reading events that no message has brought from the producer's log. It runs beside the
 * events of messages, and companies take turns, so that a company with years to read delays no other.
 */
import { openBulkhead, type Bulkhead } from '../rpc/bulkhead.ts';
import {
  applyAllPages,
  applyPages,
  type CatchUpOptions,
  type CatchUpOutcome,
  type CaughtUpCompany,
} from './catch-up-pages.ts';

/** Companies that have a turn at a time: one that waits for a lock does not hold up the next. */
const TURNS = 2;
/** Pause after a failure of a company's catch-up; it doubles with each, up to the longest. */
const FAILURE_PAUSE_MS = 100;
const FAILURE_PAUSE_MAX_MS = 10_000;

export interface CatchUp {
  /**
   * Applies all events that the producer has of this company. Resolves when that is done, or fails; a
   * failure is logged and repeated after a pause.
   */
  company(producer: string, companyId: string): Promise<void>;
  /**
   * The same at once, with events that were committed before the call: what is in progress may have
   * read the log too early, so one more look follows, which all calls made meanwhile share. It takes
   * no turn, since the turn of another company may be waiting for it.
   */
  afresh(producer: string, companyId: string): Promise<CatchUpOutcome>;
  /** Whether the company's events are being read from the log. */
  isRunning(producer: string, companyId: string): boolean;
  /** The log has more events to read; a failure is waited out first. */
  note(producer: string, companyId: string): void;
  /** The same after a pause: applying the company's events has failed. */
  afterFailure(producer: string, companyId: string, error: unknown): void;
  drain(): Promise<void>;
}

interface Job extends CaughtUpCompany {
  readonly key: string;
  /** Events may have been added to the log after the last page was read. */
  again: boolean;
  /** In a row. */
  failures: number;
  /** While a failure is waited out. */
  pause?: NodeJS.Timeout | undefined;
  turn: Promise<void>;
  /** Resolves when the company has caught up, or has failed. */
  settled: PromiseWithResolvers<void>;
}

interface Jobs {
  readonly options: CatchUpOptions;
  readonly turns: Bulkhead;
  readonly open: Map<string, Job>;
  draining: boolean;
}

const keyOf = (producer: string, companyId: string): string => `${producer} ${companyId}`;

export function openCatchUp(options: CatchUpOptions): CatchUp {
  const jobs: Jobs = { options, turns: openBulkhead(TURNS), open: new Map(), draining: false };
  const start = (producer: string, companyId: string): Job => {
    const known = jobs.open.get(keyOf(producer, companyId));
    const job = known ?? openJob(jobs, producer, companyId);
    job.again = true;
    if (!known) queueTurn(jobs, job);
    return job;
  };
  return {
    company(producer, companyId) {
      const job = start(producer, companyId);
      // A caller waits for it, and what has failed may succeed by now.
      if (job.pause) queueTurn(jobs, job);
      return job.settled.promise;
    },
    afresh: openLooks((producer, companyId) => {
      options.metrics.catchUps.inc({ producer });
      return applyAllPages(options, { producer, companyId });
    }),
    isRunning: (producer, companyId) => jobs.open.has(keyOf(producer, companyId)),
    note: (producer, companyId) => void start(producer, companyId),
    afterFailure(producer, companyId, error) {
      if (jobs.open.has(keyOf(producer, companyId))) return;
      pauseAfter(jobs, openJob(jobs, producer, companyId), error);
    },
    async drain() {
      jobs.draining = true;
      const left = [...jobs.open.values()];
      for (const job of left) endJob(jobs, job);
      await Promise.all(left.map(({ turn }) => turn));
    },
  };
}

function openJob({ options, open }: Jobs, producer: string, companyId: string): Job {
  const job: Job = {
    key: keyOf(producer, companyId),
    producer,
    companyId,
    again: true,
    failures: 0,
    turn: Promise.resolve(),
    settled: Promise.withResolvers(),
  };
  open.set(job.key, job);
  options.metrics.catchUps.inc({ producer });
  return job;
}

function queueTurn(jobs: Jobs, job: Job): void {
  clearTimeout(job.pause);
  job.pause = undefined;
  job.turn = jobs.turns.within('turns', () => takeTurn(jobs, job));
}

async function takeTurn(jobs: Jobs, job: Job): Promise<void> {
  if (jobs.draining) return;
  job.again = false;
  try {
    const outcome = await applyPages(jobs.options, job);
    job.failures = 0;
    if (outcome !== 'unfinished' && !job.again) endJob(jobs, job);
    else if (!jobs.draining) queueTurn(jobs, job);
  } catch (error) {
    pauseAfter(jobs, job, error);
  }
}

function pauseAfter(jobs: Jobs, job: Job, error: unknown): void {
  const { producer, companyId, failures, settled } = job;
  jobs.options.log.warn({ err: error, producer, companyId }, 'catch-up failed, will retry');
  if (jobs.draining) return;
  job.settled = Promise.withResolvers();
  settled.resolve();
  job.failures += 1;
  const pauseMs = Math.min(FAILURE_PAUSE_MAX_MS, FAILURE_PAUSE_MS * 2 ** failures);
  job.pause = setTimeout(() => queueTurn(jobs, job), pauseMs);
}

function endJob({ open }: Jobs, job: Job): void {
  clearTimeout(job.pause);
  open.delete(job.key);
  job.settled.resolve();
}

/** A call during a look shares the next one with the other calls made meanwhile. */
function openLooks(look: CatchUp['afresh']): CatchUp['afresh'] {
  const inProgress = new Map<string, Promise<CatchUpOutcome>>();
  const following = new Map<string, Promise<CatchUpOutcome>>();
  const begin: CatchUp['afresh'] = (producer, companyId) => {
    const key = keyOf(producer, companyId);
    const begun = look(producer, companyId).finally(() => inProgress.delete(key));
    inProgress.set(key, begun);
    return begun;
  };
  return (producer, companyId) => {
    const key = keyOf(producer, companyId);
    const running = inProgress.get(key);
    if (!running) return begin(producer, companyId);
    const waiting = following.get(key);
    if (waiting) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        following.delete(key);
        return begin(producer, companyId);
      });
    following.set(key, next);
    return next;
  };
}
