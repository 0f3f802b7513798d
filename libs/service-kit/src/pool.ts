/** Connections to Postgres: bounded, prepared for one schema, with a limit on every wait. */
import pg from 'pg';
import type { Log } from './log.ts';
import { COMPANIES_SETTING, EVERY_COMPANY } from './wall-scope.ts';

/** Connections of one process for what may be done again. */
const REDOABLE_MAX = 3;

export interface DatabaseOptions {
  readonly databaseUrl: string;
  readonly schema: string;
  /** Absent: works as the user that signs in. */
  readonly role?: string;
  readonly applicationName: string;
}

/** Longest wait for a connection before the request is refused. */
const CONNECTION_WAIT_MS = 2_000;
/** Longest statement; as long as the longest deadline that the gateway gives. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Longest wait for a row lock; shorter than a statement, so that the cause is named. */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * Longest wait for an answer to a statement: twice what the longest may take. Whoever does not
 * answer by then is at the end of a silent line, and the connection is given up.
 */
const ANSWER_TIMEOUT_MS = 10_000;
/** A connection without work for so long is looked at whether anybody is at its other end. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Longest a transaction may sit idle; only the relay waits for a network inside one. */
const IDLE_IN_TRANSACTION_MS = 15_000;

export const connectionConfig = (
  { databaseUrl, schema, role, applicationName }: DatabaseOptions,
): pg.ClientConfig => ({
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
 * A pool whose connections may break at any time. One that is in use breaks before the eyes of
 * whoever waits for its answer, who needs to be told no second time; but an error that nobody
 * listens to ends the process.
 */
export function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection broke'));
  return pool;
}

/**
 * The pool of what a crash may undo: how far something was published or passed over. Losing that
 * means doing it again, so these commits do not wait for the disk. It is done for all companies.
 */
export const openRedoablePool = (config: pg.ClientConfig, log: Log): pg.Pool =>
  openPool({
    ...config,
    options: [
      config.options, '-c synchronous_commit=off', `-c ${COMPANIES_SETTING}=${EVERY_COMPANY}`,
    ].join(' '),
    max: REDOABLE_MAX,
  }, log);

/** Codes by which Postgres says that it is going, coming or full, or asks to try again. */
const AWAY_CODES = new Set([
  '57P01', '57P02', '57P03', '53300', '25P03', '40001', '40P01', '55P03',
]);
const AWAY_ERRNOS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const AWAY_WORDS =
  /connection (terminated|error)|timeout exceeded when trying|not queryable|query read timeout/i;

/** What Postgres says of a statement that was cancelled or ran past its timeout. */
const CANCELLED = '57014';

export const tookTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === CANCELLED;

/** Class of errors about a value that no type of Postgres can hold, such as a NUL in a text. */
const DATA_EXCEPTION = /^22/;

/** Whether Postgres found a value unacceptable that had passed the schema. */
export const isUnacceptableValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && DATA_EXCEPTION.test(error.code ?? '');

/**
 * Whether a failure means that the database is away, so that the same request may be tried again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return AWAY_CODES.has(code) || code.startsWith('08') || AWAY_ERRNOS.has(code) ||
    AWAY_WORDS.test(error.message);
}
