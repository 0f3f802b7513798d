/**
 * The queue of runs, on Redis where there is one and in Postgres where there is none. A job is
 * only a hint that a run waits: it carries an id and no secret, it is deleted when it is done so
 * that the same run can be offered again, and doing it twice does nothing. So a job that the queue
 * does not take is done here: a queue that is full, read only or away delays no agent.
 */
import { newId, type Log } from '@muster/service-kit';
import { RunJob } from '../hints.ts';
import { openHere, type Here, type Refused } from './here.ts';
import {
  backendOf, type AnyQueue, type AnyWorker, type BackendOptions,
} from './queue-backends.ts';
import { ANSWER_MS, watchRedis } from './watch-redis.ts';

export interface QueueOptions extends BackendOptions {
  readonly log: Log;
  /** Jobs may have been lost that were put into it. */
  readonly onLost?: () => void;
  /** It did not take a job: that is done here, or left to a sweep. */
  readonly onRefused?: (outcome: Refused) => void;
}

export interface RunQueue {
  /** Never fails: a hint that does not arrive is given again by the sweep. */
  offer(job: RunJob): void;
  /**
   * For a run that nobody has started although it was offered. Whoever has taken its job may be
   * stopped or gone, and a second job of the same name would be none until that is found out.
   */
  offerAgain(job: RunJob): Promise<void>;
  /** Whether what is offered comes to somebody. */
  takes(): boolean;
  work(start: (job: RunJob) => Promise<void>): void;
  /** No further jobs are taken; those that were taken go on. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What is offered before Redis is there is offered again later, so its connection is waited for.
 */
const REDIS_WAIT_MS = 2_000;
/** Answers that are waited for at a time; beyond that the queue is not asked. */
const PENDING_MAX = 1_000;
/** Longest that each of the two ends of the queue is waited for when this process stops. */
const CLOSE_MS = 2_000;

const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export async function openQueue(options: QueueOptions): Promise<RunQueue> {
  const { log } = options;
  const backend = backendOf(options);
  const complain = complaining(log);
  const queue = backend.queue();
  queue.on('error', complain);
  // The tables of the Postgres backend must be there; a Redis that is away may come later.
  const ready = queue.waitUntilReady();
  await (options.redisUrl ? atMost(ready, REDIS_WAIT_MS) : ready);
  const watch = options.redisUrl && options.onLost
    ? watchRedis(options.redisUrl, `${options.name}:here`, options.onLost)
    : undefined;
  let worker: AnyWorker | undefined;
  let here: Here | undefined;
  return {
    ...offers(queue, options, () => here),
    work(start) {
      const places = openHere(options, start);
      here = places;
      worker = backend.worker(async ({ data }) => {
        const job = RunJob.safeParse(data);
        if (job.success) await places.take(job.data);
        else log.error({ err: job.error }, 'a job is none of ours and is dropped');
      });
      worker.on('error', complain);
    },
    async stopTaking() {
      here?.stop();
      await worker?.pause(true);
    },
    async close() {
      watch?.stop();
      // Who never answered does not answer a farewell either.
      if (worker) await atMost(worker.close(), CLOSE_MS);
      await atMost(queue.close(), CLOSE_MS);
    },
  };
}

/** A queue that refuses a worker is asked by it a hundred times a second. */
const COMPLAIN_MS = 10_000;

function complaining(log: Log): (error: Error) => void {
  let said = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (err) => {
    times += 1;
    if (performance.now() - said < COMPLAIN_MS) return;
    log.warn({ err, times }, 'the queue has a fault');
    said = performance.now();
    times = 0;
  };
}

/** Putting jobs, and what becomes of those that are not taken. */
function offers(
  queue: AnyQueue,
  { log, onRefused, answerMs = ANSWER_MS }: QueueOptions,
  here: () => Here | undefined,
): Pick<RunQueue, 'offer' | 'offerAgain' | 'takes'> {
  let isTaking = true;
  let pending = 0;
  /** A queue that never was there answers nothing, not even that it is away. */
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (pending >= PENDING_MAX) throw new Error('the queue owes too many answers');
    pending += 1;
    const answer = ask().finally(() => {
      pending -= 1;
    });
    return orThrow(answer, answerMs);
  };
  const put = async (job: RunJob, jobId: string): Promise<void> => {
    await asked(() => queue.add('heartbeat', job, { ...jobOptions, jobId }));
    isTaking = true;
  };
  const missed = (job: RunJob) => (error: unknown): void => {
    isTaking = false;
    const outcome = here()?.takeRefused(job) ?? 'later';
    log.debug({ err: error, runId: job.runId, outcome }, 'the queue did not take a job');
    onRefused?.(outcome);
  };
  return {
    offer: (job) => void put(job, job.runId).catch(missed(job)),
    offerAgain: (job) =>
      asked(() => queue.getJobState(job.runId))
        .then((state) => put(job, state === 'active' ? `${job.runId}-${newId()}` : job.runId))
        .catch(missed(job)),
    takes: () => isTaking || here() !== undefined,
  };
}

/** Waits for it, but not for ever, and not for its success. */
const atMost = (ready: Promise<unknown>, ms: number): Promise<unknown> =>
  orThrow(ready, ms).catch(() => undefined);

async function orThrow<T>(answer: Promise<T>, ms: number): Promise<T> {
  let patience: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error('the queue does not answer')), ms);
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(patience));
}
