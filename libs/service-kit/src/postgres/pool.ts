/** Connections to Postgres: a limited number, set up for one schema, with a limit on every wait. */
import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { COMPANIES_SETTING, EVERY_COMPANY } from './tenant-scope.ts';

/** Connections of one process that commit asynchronously. */
export const ASYNC_COMMIT_CONNECTIONS = 3;

export interface DatabaseOptions {
  readonly databaseUrl: string;
  readonly schema: string;
  /** Absent: the user that signs in. */
  readonly role?: string;
  readonly applicationName: string;
}

/** Longest wait for a connection; then the request is refused. */
const CONNECTION_WAIT_MS = 2_000;
/** Longest statement: the longest deadline that the gateway sets. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Longest wait for a row lock; shorter than the statement timeout, so that the error names it. */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * Longest wait for the result of a statement: twice the statement timeout. After that the peer is
 * taken for dead, and the connection is closed.
 */
const ANSWER_TIMEOUT_MS = 10_000;
/** Idle time before TCP keep-alive starts. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Longest idle time of a transaction; none waits for anything but its statements. */
const IDLE_IN_TRANSACTION_MS = 15_000;

export const connectionConfig = ({
  databaseUrl,
  schema,
  role,
  applicationName,
}: DatabaseOptions): pg.ClientConfig => ({
  connectionString: databaseUrl,
  pipeline: true,
  connectionTimeoutMillis: CONNECTION_WAIT_MS,
  application_name: applicationName,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  options: [
    ...(role === undefined ? [] : [`-c role=${role}`]),
    `-c search_path=${schema}`,
    '-c timezone=UTC',
    `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  ].join(' '),
});

/**
 * A pool whose connections may break at any time. A checked-out client rejects its query anyway;
 * without a listener its 'error' event would end the process.
 */
export function openPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ err: error }, 'idle connection failed'));
  return pool;
}

/**
 * The pool for cursors that pass events without an effect, and for deletions by age: a crash may lose
 * the last of them, which are then repeated, so these commits do not wait for the disk. Sees every
 * company.
 */
export const openAsyncCommitPool = (config: pg.ClientConfig, log: Logger): pg.Pool =>
  openPool(
    {
      ...config,
      options: [
        config.options,
        '-c synchronous_commit=off',
        `-c ${COMPANIES_SETTING}=${EVERY_COMPANY}`,
      ].join(' '),
      max: ASYNC_COMMIT_CONNECTIONS,
    },
    log,
  );

/** SQLSTATE of a write to a server that is a standby by now. */
const READ_ONLY_TRANSACTION = '25006';

/** SQLSTATEs of a server that is starting, stopping or a standby, and of conflicts to retry. */
const UNAVAILABLE_CODES = new Set([
  READ_ONLY_TRANSACTION,
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '40001',
  '40P01',
  '55P03',
]);
/** SQLSTATE classes of a broken connection, and of a server without connections, memory or disk. */
const UNAVAILABLE_CLASSES = /^(08|53)/;
/** A name that cannot be resolved is that of a container or a pod that has stopped. */
const UNAVAILABLE_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** `timeout expired` is a connection that was not made in time. */
const UNAVAILABLE_MESSAGES =
  /connection (terminated|error)|^timeout expired$|timeout exceeded when trying|not queryable|query read timeout|establishing an SSL connection/i;

/** SQLSTATE of a statement that was cancelled or exceeded its timeout. */
const QUERY_CANCELED = '57014';

export const isQueryCanceled = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;

/** SQLSTATEs of a deadlock and of a lock that was not available in time. */
const LOCK_CODES = new Set(['40P01', '55P03']);

/** Whether a statement failed because of what another transaction has locked. */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && LOCK_CODES.has(error.code ?? '');

/** SQLSTATE class of values that no Postgres type can hold, such as a NUL in a text. */
const DATA_EXCEPTION = /^22/;

/** Whether Postgres rejected a value that the schema had accepted. */
export const isDataException = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && DATA_EXCEPTION.test(error.code ?? '');

/** Whether the connection leads to a standby: another one may lead to the primary. */
export const isReadOnlyTransaction = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;

/** Whether the database is unavailable, so that the same request may be retried. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_CLASSES.test(code) ||
    UNAVAILABLE_ERRNOS.has(code) ||
    UNAVAILABLE_MESSAGES.test(error.message)
  );
}

/** Until the address names the new primary, each write is refused: its reads are not to be ended each time. */
const RENEW_EVERY_MS = 1_000;

export interface Renewable {
  /** Ends the connections that are open: what follows opens others. */
  renew(): void;
}

/** Connections for single statements: most of them read, and some write. */
export interface SharedConnections extends Renewable {
  /** Called with the failure of each statement. */
  onFailed(listener: (error: unknown) => void): void;
}

/** Those in use are ended when they are given back with the refusal of their own write. */
export const renewIdle = (pool: pg.Pool): void => {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
};

/**
 * After a failover a connection may lead to the former primary, which may be a standby by then: it refuses writes, and
 * answers reads with what was stored before. So the first refused write ends all connections of the process; new ones
 * lead to the server that the address names by then.
 */
export function renewOnStandby(
  pools: readonly pg.Pool[],
  shared: SharedConnections,
  slowReads: Renewable,
): void {
  let renewedAt = -Infinity;
  const onFailed = (error: unknown): void => {
    if (!isReadOnlyTransaction(error) || performance.now() - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = performance.now();
    for (const pool of pools) renewIdle(pool);
    shared.renew();
    slowReads.renew();
  };
  for (const pool of pools) pool.on('release', onFailed);
  shared.onFailed(onFailed);
}
