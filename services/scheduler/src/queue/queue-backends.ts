/**
 * Where the queue is stored: in Redis or in Postgres. Every wait for either has a limit, because a
 * connection may go silent without breaking; a silent connection is closed and opened again.
 */
import type { RedisConnection } from '@muster/service-kit';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { RunJob } from '../run-job.ts';
import { ANSWER_MS, retryStrategy } from './watch-redis.ts';

export interface BackendOptions {
  readonly name: string;
  readonly redis: RedisConnection | undefined;
  readonly databaseUrl: string;
  /** Schema of the queue in Postgres; the service's own tables are in another one. */
  readonly schema: string;
  readonly concurrency: number;
  /** Longest wait for an answer of the backend; ANSWER_MS by default. */
  readonly answerMs?: number;
}

/** A worker that is silent for this long loses its job to another worker. */
const LOCK_MS = 30_000;
/** A stalled job may be delivered again any number of times: executing it twice changes nothing. */
const STALLS_MAX = 1_000_000;
/** Between two attempts of a worker whose queue fails: this wait is part of every outage. */
const RETRY_MS = 1_000;
/** Longest wait of a worker for a job before it asks again. */
const DRAIN_SECONDS = 5;
/** Connections to the queue in Postgres: one to add jobs, a few to take them. */
const ADDING_CONNECTIONS = 1;
const TAKING_CONNECTIONS = 3;
/** Fraction of the time for an answer in which Postgres has to finish a statement. */
const STATEMENT_FRACTION = 0.8;
/** Idle time before TCP keep-alive starts. */
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface JobOptions {
  readonly attempts: number;
  readonly removeOnComplete: boolean;
  readonly removeOnFail: boolean;
  readonly jobId: string;
}

/** The parts of a queue and of a worker that are used: their full types depend on the backend. */
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
  options.redis ? onRedis(options, options.redis) : onPostgres(options);

const workerOptions = ({ concurrency }: BackendOptions) => ({
  concurrency,
  lockDuration: LOCK_MS,
  maxStalledCount: STALLS_MAX,
  runRetryDelay: RETRY_MS,
  drainDelay: DRAIN_SECONDS,
});

/** Adding a job fails quickly while Redis is unavailable; a worker waits for Redis. */
const onRedis = (
  { answerMs = ANSWER_MS, ...options }: BackendOptions,
  redis: RedisConnection,
): QueueBackend => ({
  queue: () =>
    new Queue(options.name, {
      connection: {
        ...redis,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
        retryStrategy,
        commandTimeout: answerMs,
        socketTimeout: answerMs,
      },
    }),
  worker: (process) =>
    new Worker(options.name, process, {
      connection: {
        ...redis,
        maxRetriesPerRequest: null,
        retryStrategy,
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
      `-c statement_timeout=${Math.ceil(answerMs * STATEMENT_FRACTION)}`,
      // A client that stalls in a transaction must not keep its locks.
      `-c idle_in_transaction_session_timeout=${answerMs}`,
    ].join(' '),
  };
  return {
    queue: () =>
      new Queue(
        options.name,
        {
          connection: { ...connection, max: ADDING_CONNECTIONS },
        },
        createPostgresBackend,
      ),
    worker: (process) =>
      new Worker(
        options.name,
        process,
        {
          connection: { ...connection, max: TAKING_CONNECTIONS },
          ...workerOptions(options),
        },
        createPostgresBackend,
      ),
  };
};
