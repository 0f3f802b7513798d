/**
 * The queue of runs, on Redis where there is one and in Postgres where there is none. A job is
 * only a hint that a run waits: it carries an id and no secret, it is deleted when it is done so
 * that the same run can be offered again, and doing it twice does nothing.
 */
import { newId, type Log } from '@muster/service-kit';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { RunJob } from '../hints.ts';
import { retryStrategy, watchRedis } from './watch-redis.ts';

export interface QueueOptions {
  readonly name: string;
  readonly redisUrl: string | undefined;
  readonly databaseUrl: string;
  /** Schema of the backend in Postgres; it is not the service's own. */
  readonly schema: string;
  readonly concurrency: number;
  readonly log: Log;
  /** Jobs may have been lost that were put into it. */
  readonly onLost?: () => void;
}

export interface RunQueue {
  /** Never fails: a hint that does not arrive is given again by the sweep. */
  offer(job: RunJob): void;
  /**
   * For a run that nobody has started although it was offered. Whoever has taken its job may be
   * stopped or gone, and a second job of the same name would be none until that is found out.
   */
  offerAgain(job: RunJob): Promise<void>;
  work(start: (job: RunJob) => Promise<void>): void;
  /** No further jobs are taken; those that were taken go on. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

/** A worker that is silent for this long has lost its job to another worker. */
const LOCK_MS = 30_000;
/** Stalled jobs are hints like all others and may be given out again any number of times. */
const STALLS_MAX = 1_000_000;
/**
 * What is offered before Redis is there is offered again later, so its connection is waited for.
 */
const REDIS_WAIT_MS = 2_000;
/** Connections of the queue in Postgres: one to put jobs, a few to take them. */
const PUTTING_CONNECTIONS = 1;
const TAKING_CONNECTIONS = 3;

const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** What we use of a queue and of a worker: their full types depend on where they live. */
interface AnyQueue {
  add(name: string, job: RunJob, options: typeof jobOptions & { jobId: string }): Promise<unknown>;
  getJobState(jobId: string): Promise<string>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}
interface AnyWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(doNotWaitActive: boolean): Promise<void>;
  close(): Promise<void>;
}
type Process = (job: { data: unknown }) => Promise<void>;

export async function openQueue(options: QueueOptions): Promise<RunQueue> {
  const { log } = options;
  const backend = options.redisUrl ? onRedis(options, options.redisUrl) : onPostgres(options);
  const complain = (error: Error): void => log.warn({ err: error }, 'the queue has a fault');
  const queue = backend.queue();
  queue.on('error', complain);
  // The tables of the Postgres backend must be there; a Redis that is away may come later.
  const ready = queue.waitUntilReady();
  await (options.redisUrl ? atMost(ready, REDIS_WAIT_MS) : ready);
  const watch = options.redisUrl && options.onLost
    ? watchRedis(options.redisUrl, `${options.name}:here`, options.onLost)
    : undefined;
  let worker: AnyWorker | undefined;
  const put = (job: RunJob, jobId: string): Promise<void> =>
    queue.add('heartbeat', job, { ...jobOptions, jobId }).then(() => undefined);
  const missed = ({ runId }: RunJob) => (error: unknown): void =>
    log.debug({ err: error, runId }, 'a run was not offered; the sweep does it');
  return {
    offer: (job) => void put(job, job.runId).catch(missed(job)),
    offerAgain: (job) =>
      queue.getJobState(job.runId)
        .then((state) => put(job, state === 'active' ? `${job.runId}-${newId()}` : job.runId))
        .catch(missed(job)),
    work(start) {
      worker = backend.worker(async ({ data }) => {
        const job = RunJob.safeParse(data);
        if (job.success) await start(job.data);
        else log.error({ err: job.error }, 'a job is none of ours and is dropped');
      });
      worker.on('error', complain);
    },
    async stopTaking() {
      await worker?.pause(true);
    },
    async close() {
      watch?.stop();
      await worker?.close();
      await queue.close();
    },
  };
}

/** Waits for it, but not for ever, and not for its success. */
async function atMost(ready: Promise<unknown>, ms: number): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    patience = setTimeout(resolve, ms);
  });
  await Promise.race([ready.catch(() => undefined), tooLate]);
  clearTimeout(patience);
}

interface Backend {
  queue(): AnyQueue;
  worker(process: Process): AnyWorker;
}

const workerOptions = ({ concurrency }: QueueOptions) => ({
  concurrency, lockDuration: LOCK_MS, maxStalledCount: STALLS_MAX,
});

/** Putting fails at once while Redis is away; taking waits for it. */
const onRedis = (options: QueueOptions, url: string): Backend => ({
  queue: () =>
    new Queue(options.name, {
      connection: { url, enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy },
    }),
  worker: (process) =>
    new Worker(options.name, process, {
      connection: { url, maxRetriesPerRequest: null, retryStrategy }, ...workerOptions(options),
    }),
});

const onPostgres = (options: QueueOptions): Backend => {
  const connection = { connectionString: options.databaseUrl, schema: options.schema };
  return {
    queue: () =>
      new Queue(options.name, {
        connection: { ...connection, max: PUTTING_CONNECTIONS },
      }, createPostgresBackend),
    worker: (process) =>
      new Worker(options.name, process, {
        connection: { ...connection, max: TAKING_CONNECTIONS }, ...workerOptions(options),
      }, createPostgresBackend),
  };
};
