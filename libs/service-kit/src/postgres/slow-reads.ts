/**
 * Reads that may take long have a few connections of their own: no other read waits for them, and
 * they end when their caller disconnects. Callers that see the same companies have a share, as those of
 * one resource do. The connection of a cancelled read is closed, because a late cancellation could hit
 * the next statement on it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal, type Scope } from '@muster/contracts';
import type pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { openWaitedPlaces, type WaitedPlaces } from '../places.ts';
import { isQueryCanceled, openPool, renewIdle, type Renewable } from './pool.ts';
import { corkUntilNextTick } from './cork-until-next-tick.ts';
import { dbOn, type Db, type Statement } from './sql.ts';
import { COMPANIES_SETTING, companiesLiteral } from './tenant-scope.ts';

/** Shorter than one attempt of the caller, so that it gets the refusal instead of retrying. */
const STATEMENT_TIMEOUT_MS = 1_200;
/** Longest wait for a connection, or for the company's share of them. */
const WAIT_MAX_MS = 2_000;
/** Reads are of requests in progress, of which there is a limit. */
const PATIENT = { lineMax: Infinity, waitMaxMs: WAIT_MAX_MS, burstWaitMaxMs: WAIT_MAX_MS };
/** A cancellation has no effect before the statement begins, so it is repeated. */
const CANCEL_INTERVAL_MS = 50;
/** Connections of one process that cancel reads. */
export const CANCELLING_CONNECTIONS = 1;
/** For the log only: the caller is gone. */
const DISCONNECTED = 'the caller disconnected';

export interface SlowReads extends Renewable {
  /** Reads of one request; they see the rows of these companies. */
  of(requestId: string, scope: Scope): Db;
  /** Cancels the reads of a request whose caller has disconnected. */
  cancel(requestId: string): void;
  end(): Promise<void>;
}

export interface SlowReadOptions {
  readonly config: pg.ClientConfig;
  /** Signs in without the role: Postgres lets the session's user cancel, and not the role. */
  readonly ownConfig: pg.ClientConfig;
  readonly connections: number;
  readonly log: Logger;
}

interface Running {
  readonly requestId: string;
  /** Absent while it waits for a connection. */
  client?: pg.PoolClient;
  cancelled: boolean;
}

export function openSlowReads({ config, ownConfig, connections, log }: SlowReadOptions): SlowReads {
  const options = `${config.options ?? ''} -c statement_timeout=${STATEMENT_TIMEOUT_MS}`;
  const pool = openPool({ ...config, options, max: connections }, log);
  const canceller = openPool({ ...ownConfig, max: CANCELLING_CONNECTIONS }, log);
  const places = openWaitedPlaces(connections, PATIENT);
  const running = new Set<Running>();
  /** In use, and ended when they are given back. */
  const stale = new WeakSet<pg.PoolClient>();
  return {
    of(requestId, scope) {
      const companies = companiesLiteral(scope);
      return {
        async run<Row>(statement: Statement) {
          const read: Running = { requestId, cancelled: false };
          running.add(read);
          try {
            return await inShare(places, companies, async () => {
              try {
                return await runOn<Row>(pool, read, companies, statement);
              } finally {
                read.client?.release(read.cancelled || stale.has(read.client));
              }
            });
          } finally {
            running.delete(read);
          }
        },
      };
    },
    cancel(requestId) {
      for (const read of running) {
        if (read.requestId !== requestId || read.cancelled) continue;
        read.cancelled = true;
        cancelUntilEnded(canceller, read, running).catch((error: unknown) =>
          log.warn({ err: error, requestId }, 'cancelling a read failed'),
        );
      }
    },
    renew() {
      for (const { client } of running) if (client) stale.add(client);
      renewIdle(pool);
      renewIdle(canceller);
    },
    async end() {
      await Promise.all([pool.end(), canceller.end()]);
    },
  };
}

async function inShare<Result>(
  places: WaitedPlaces,
  companies: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const holder = { resource: companies };
  if (!places.take(holder) && !(await places.wait(holder))) throw new Refusal('overloaded');
  try {
    return await read();
  } finally {
    places.release(holder);
  }
}

async function runOn<Row>(
  pool: pg.Pool,
  read: Running,
  companies: string,
  statement: Statement,
): Promise<Row[]> {
  const client = await pool.connect();
  read.client = client;
  if (read.cancelled) throw refusalOf(read);
  try {
    corkUntilNextTick(client);
    const scoped = setScope(client, companies);
    const [rows] = await Promise.all([dbOn(client).run<Row>(statement), scoped]);
    return rows;
  } catch (error) {
    throw isQueryCanceled(error) ? refusalOf(read) : error;
  }
}

/** The companies of the last read of a connection; unknown while it is being told others. */
const scopes = new WeakMap<pg.PoolClient, string>();

async function setScope(client: pg.PoolClient, companies: string): Promise<void> {
  if (scopes.get(client) === companies) return;
  scopes.delete(client);
  await client.query(`set ${COMPANIES_SETTING} = ${companies}`);
  scopes.set(client, companies);
}

async function cancelUntilEnded(
  canceller: pg.Pool,
  read: Running,
  running: ReadonlySet<Running>,
): Promise<void> {
  while (running.has(read)) {
    const { processID } = (read.client ?? {}) as { readonly processID?: number };
    if (processID) await canceller.query('select pg_cancel_backend($1)', [processID]);
    await pause(CANCEL_INTERVAL_MS);
  }
}

const refusalOf = ({ cancelled }: Running): Refusal =>
  new Refusal(
    'deadline_exceeded',
    undefined,
    cancelled ? DISCONNECTED : 'narrow the search with more filters',
  );
