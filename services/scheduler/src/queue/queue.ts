/**
 * The queue of runs, in Redis if there is one, otherwise in Postgres. A job only says that a run
 * waits: it carries an id and no secret, it is deleted when it is done so that the same run can be
 * offered again, and executing it twice changes nothing. A job that the queue does not accept is
 * executed in this process: a queue that is full, read-only or unavailable delays no agent.
 */
import { newId, type Logger } from '@muster/service-kit';
import { RunJob } from '../run-job.ts';
import { openLocalExecutor, type LocalExecutor, type RefusedOutcome } from './local-executor.ts';
import { backendOf, type AnyQueue, type AnyWorker, type BackendOptions } from './queue-backends.ts';
import { settledWithin, withTimeout } from './timeouts.ts';
import { ANSWER_MS, watchRedis } from './watch-redis.ts';

export interface QueueOptions extends BackendOptions {
  readonly log: Logger;
  /** Called when jobs that were in the queue may have been lost. */
  readonly onLost?: () => void;
  /** Called when the queue did not accept a job. */
  readonly onRefused?: (outcome: RefusedOutcome) => void;
}

export interface RunQueue {
  /** Never fails: a job that is lost is offered again by the sweep. */
  offer(job: RunJob): void;
  /**
   * For a run that was offered and not started. The worker that has its job may be stopped or gone;
   * a second job under the same id would be ignored until BullMQ notices.
   */
  offerAgain(job: RunJob): Promise<void>;
  /** Whether an offered job reaches a worker. */
  accepts(): boolean;
  work(start: (job: RunJob) => Promise<void>): void;
  /** Takes no further jobs; those that are being executed continue. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

/** Time to connect to Redis at the start: jobs that are offered earlier are only offered later. */
const REDIS_WAIT_MS = 2_000;
/** Requests to the queue without an answer; beyond that it gets no further ones. */
const PENDING_MAX = 1_000;
/** Longest wait for each of the two connections of the queue when this process stops. */
const CLOSE_MS = 2_000;
/** Shortest time between two warnings: a broken queue fails a hundred times a second. */
const WARNING_MS = 10_000;

const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export async function openQueue(options: QueueOptions): Promise<RunQueue> {
  const { log } = options;
  const backend = backendOf(options);
  const warn = rateLimitedWarning(log);
  const queue = backend.queue();
  queue.on('error', warn);
  // The tables in Postgres have to exist; Redis may become available later.
  const ready = queue.waitUntilReady();
  await (options.redis ? settledWithin(ready, REDIS_WAIT_MS) : ready);
  const watch =
    options.redis && options.onLost
      ? watchRedis(options.redis, `${options.name}:here`, options.onLost)
      : undefined;
  let worker: AnyWorker | undefined;
  let executor: LocalExecutor | undefined;
  return {
    ...openOffers(queue, options, () => executor),
    work(start) {
      const local = openLocalExecutor(options, start);
      executor = local;
      worker = backend.worker(async ({ data }) => {
        const job = RunJob.safeParse(data);
        if (job.success) await local.execute(job.data);
        else log.error({ err: job.error }, 'unknown job dropped');
      });
      worker.on('error', warn);
    },
    async stopTaking() {
      executor?.stop();
      await worker?.pause(true);
    },
    async close() {
      watch?.stop();
      // close() may hang if the connection was never ready.
      if (worker) await settledWithin(worker.close(), CLOSE_MS);
      await settledWithin(queue.close(), CLOSE_MS);
    },
  };
}

function rateLimitedWarning(log: Logger): (error: Error) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (err) => {
    times += 1;
    if (performance.now() - warnedAt < WARNING_MS) return;
    log.warn({ err, times }, 'queue error');
    warnedAt = performance.now();
    times = 0;
  };
}

/** Adding jobs, with this process as the fallback for those that the queue does not accept. */
function openOffers(
  queue: AnyQueue,
  { log, onRefused, answerMs = ANSWER_MS }: QueueOptions,
  executor: () => LocalExecutor | undefined,
): Pick<RunQueue, 'offer' | 'offerAgain' | 'accepts'> {
  let isAvailable = true;
  let pending = 0;
  /** A queue that was never connected does not answer, not even with an error. */
  const request = async <T>(send: () => Promise<T>): Promise<T> => {
    if (pending >= PENDING_MAX) throw new Error('too many requests to the queue are unanswered');
    pending += 1;
    const answer = send().finally(() => {
      pending -= 1;
    });
    return withTimeout(answer, answerMs);
  };
  const add = async (job: RunJob, jobId: string): Promise<void> => {
    await request(() => queue.add('heartbeat', job, { ...jobOptions, jobId }));
    isAvailable = true;
  };
  const executeRefused =
    (job: RunJob) =>
    (error: unknown): void => {
      isAvailable = false;
      const outcome = executor()?.executeRefused(job) ?? 'later';
      log.debug({ err: error, runId: job.runId, outcome }, 'job refused by the queue');
      onRefused?.(outcome);
    };
  return {
    offer: (job) => void add(job, job.runId).catch(executeRefused(job)),
    offerAgain: (job) =>
      request(() => queue.getJobState(job.runId))
        .then((state) => add(job, state === 'active' ? `${job.runId}-${newId()}` : job.runId))
        .catch(executeRefused(job)),
    accepts: () => isAvailable || executor() !== undefined,
  };
}
