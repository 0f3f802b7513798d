/**
 * Where the queue lives: on Redis, or in Postgres. Every wait for either has an end, since a line
 * may fall silent without breaking; one on which nobody answers is given up and made anew.
 */
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { RunJob } from '../hints.ts';
import { ANSWER_MS, retryStrategy } from './watch-redis.ts';

export interface BackendOptions {
  readonly name: string;
  readonly redisUrl: string | undefined;
  readonly databaseUrl: string;
  /** Schema of the backend in Postgres; it is not the service's own. */
  readonly schema: string;
  readonly concurrency: number;
  /** Longest that an answer of it is waited for; ANSWER_MS unless told otherwise. */
  readonly answerMs?: number;
}

/** A worker that is silent for this long has lost its job to another worker. */
const LOCK_MS = 30_000;
/** Stalled jobs are hints like all others and may be given out again any number of times. */
const STALLS_MAX = 1_000_000;
/** Between two tries of a worker whose queue has a fault: the wait is part of every outage. */
const RETRY_MS = 1_000;
/** Longest that a worker waits for a job before it asks again. */
const DRAIN_SECONDS = 5;
/** Connections of the queue in Postgres: one to put jobs, a few to take them. */
const PUTTING_CONNECTIONS = 1;
const TAKING_CONNECTIONS = 3;
/** Part of an answer's time in which Postgres must be done with a statement. */
const STATEMENT_PART = 0.8;
/** A connection without work for so long is looked at whether anybody is at its other end. */
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface JobOptions {
  readonly attempts: number;
  readonly removeOnComplete: boolean;
  readonly removeOnFail: boolean;
  readonly jobId: string;
}

/** What we use of a queue and of a worker: their full types depend on where they live. */
export interface AnyQueue {
  add(name: string, job: RunJob, options: JobOptions): Promise<unknown>;
  getJobState(jobId: string): Promise<string>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}
export interface AnyWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(doNotWaitActive: boolean): Promise<void>;
  close(): Promise<void>;
}
type Process = (job: { data: unknown }) => Promise<void>;

export interface QueueBackend {
  queue(): AnyQueue;
  worker(process: Process): AnyWorker;
}

export const backendOf = (options: BackendOptions): QueueBackend =>
  options.redisUrl ? onRedis(options, options.redisUrl) : onPostgres(options);

const workerOptions = ({ concurrency }: BackendOptions) => ({
  concurrency, lockDuration: LOCK_MS, maxStalledCount: STALLS_MAX, runRetryDelay: RETRY_MS,
  drainDelay: DRAIN_SECONDS,
});

/** Putting fails soon while Redis is away; taking waits for it. */
const onRedis = (
  { answerMs = ANSWER_MS, ...options }: BackendOptions,
  url: string,
): QueueBackend => ({
  queue: () =>
    new Queue(options.name, {
      connection: {
        url, enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy,
        commandTimeout: answerMs, socketTimeout: answerMs,
      },
    }),
  worker: (process) =>
    new Worker(options.name, process, {
      connection: {
        url, maxRetriesPerRequest: null, retryStrategy,
        socketTimeout: DRAIN_SECONDS * 1_000 + answerMs,
      },
      ...workerOptions(options),
    }),
});

const onPostgres = ({ answerMs = ANSWER_MS, ...options }: BackendOptions): QueueBackend => {
  const connection = {
    connectionString: options.databaseUrl,
    schema: options.schema,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: [
      `-c statement_timeout=${Math.ceil(answerMs * STATEMENT_PART)}`,
      // Who fell silent in the middle keeps no locks.
      `-c idle_in_transaction_session_timeout=${answerMs}`,
    ].join(' '),
  };
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
