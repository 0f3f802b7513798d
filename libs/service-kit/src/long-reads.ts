/**
 * Reads that may take long have a few connections of their own: a slow one holds nobody up, and it
 * ends when its caller goes away. A cancelled connection is given up, because the cancellation
 * might reach it late and hit whoever has it next.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, type Scope } from '@muster/contracts';
import type pg from 'pg';
import type { Log } from './log.ts';
import { openPool, tookTooLong } from './pool.ts';
import { dbOn, type Db, type Statement } from './sql.ts';
import { COMPANIES_SETTING, companiesLiteral } from './wall-scope.ts';

/** Shorter than one attempt of whoever asks, so that it is told and does not ask again. */
const STATEMENT_TIMEOUT_MS = 1_200;
/** A statement that has not begun yet is not cancelled, so the cancellation is repeated. */
const CANCEL_AGAIN_MS = 50;
/** For the log: nobody is there to read it. */
const GONE = 'the caller went away';

export interface LongReads {
  /** Reads of one request, which see the rows of these companies. */
  of(requestId: string, scope: Scope): Db;
  /** Ends the reads of a request whose caller has gone away. */
  cancel(requestId: string): void;
  end(): Promise<void>;
}

export interface LongReadOptions {
  readonly config: pg.ClientConfig;
  /** As the user that signed in, who may end what it has begun; a role may not. */
  readonly ownConfig: pg.ClientConfig;
  readonly connections: number;
  readonly log: Log;
}

interface Running {
  readonly requestId: string;
  /** Absent while it waits for a connection. */
  client?: pg.PoolClient;
  cancelled: boolean;
}

export function openLongReads({
  config, ownConfig, connections, log,
}: LongReadOptions): LongReads {
  const options = `${config.options ?? ''} -c statement_timeout=${STATEMENT_TIMEOUT_MS}`;
  const pool = openPool({ ...config, options, max: connections }, log);
  const canceller = openPool({ ...ownConfig, max: 1 }, log);
  const running = new Set<Running>();
  return {
    of(requestId, scope) {
      const companies = companiesLiteral(scope);
      return {
        async run(statement) {
          const read: Running = { requestId, cancelled: false };
          running.add(read);
          try {
            return await runOn(pool, read, companies, statement);
          } finally {
            running.delete(read);
            read.client?.release(read.cancelled);
          }
        },
      };
    },
    cancel(requestId) {
      for (const read of running) {
        if (read.requestId !== requestId || read.cancelled) continue;
        read.cancelled = true;
        cancelUntilEnded(canceller, read, running).catch((error: unknown) =>
          log.warn({ err: error, requestId }, 'a read could not be cancelled'));
      }
    },
    async end() {
      await Promise.all([pool.end(), canceller.end()]);
    },
  };
}

async function runOn<Row>(
  pool: pg.Pool,
  read: Running,
  companies: string,
  statement: Statement,
): Promise<Row[]> {
  const client = await pool.connect();
  read.client = client;
  if (read.cancelled) throw ended(read);
  try {
    const entered = client.query(`set ${COMPANIES_SETTING} = ${companies}`);
    const [rows] = await Promise.all([dbOn(client).run<Row>(statement), entered]);
    return rows;
  } catch (error) {
    throw tookTooLong(error) ? ended(read) : error;
  }
}

async function cancelUntilEnded(
  canceller: pg.Pool,
  read: Running,
  running: ReadonlySet<Running>,
): Promise<void> {
  while (running.has(read)) {
    const { processID } = (read.client ?? {}) as { readonly processID?: number };
    if (processID) await canceller.query('select pg_cancel_backend($1)', [processID]);
    await delay(CANCEL_AGAIN_MS);
  }
}

const ended = ({ cancelled }: Running): Refusal =>
  new Refusal('deadline_exceeded', undefined, cancelled ? GONE : 'ask for less: filter more');
