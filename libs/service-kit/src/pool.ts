/** Connections to Postgres: one bounded pool a process, its schema first on the search path. */
import pg from 'pg';

export interface PoolOptions {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly max: number;
  readonly applicationName: string;
}

/** Longest wait for a free connection before the request is refused. */
const CONNECTION_WAIT_MS = 2_000;
/** Longest statement; above the longest deadline that the gateway gives. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Longest wait for a row lock; shorter than a statement, so that the cause is named. */
const LOCK_TIMEOUT_MS = 4_000;
/** Longest a transaction may sit idle; only the relay waits for a network inside one. */
const IDLE_IN_TRANSACTION_MS = 15_000;

export function openPool({ databaseUrl, schema, max, applicationName }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    pipeline: true,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    application_name: applicationName,
    options: [
      `-c search_path=${schema}`,
      '-c timezone=UTC',
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
    ].join(' '),
  } as pg.PoolConfig);
  return pool;
}
