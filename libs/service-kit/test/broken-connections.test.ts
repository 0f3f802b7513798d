/** Connections to Postgres that are closed, or go silent without being closed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { newId, none, one, refusalOfFailure, sql } from '@muster/service-kit';
import { COMPILE_CACHE, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openLogger } from '../src/telemetry/logger.ts';
import {
  connectionConfig,
  isDatabaseUnavailable,
  openPool,
  renewOnStandby,
} from '../src/postgres/pool.ts';
import { openReadConnections } from '../src/postgres/read-connections.ts';
import { openSlowReads } from '../src/postgres/slow-reads.ts';
import { transaction } from '../src/postgres/transaction.ts';
import { ledgerService, type ledger } from './ledger.ts';

const ANSWER_TIMEOUT_MS = 300;
const ask = sql`select 1 as one`;
const log = openLogger('test', 'silent');

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

/**
 * A proxy to Postgres: `silence` stops its open connections for good, later ones work. While it is
 * `mute` it accepts connections and says nothing, like a server without time for them.
 */
async function openProxy() {
  const { hostname, port } = new URL(inject('servers').databaseUrl);
  const pairs: (readonly Socket[])[] = [];
  let isMute = false;
  const server = createServer((near) => {
    if (isMute) return void pairs.push([near.on('error', () => undefined)]);
    const far = connect({ host: hostname, port: Number(port) });
    pairs.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(inject('servers').databaseUrl);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  const config = connectionConfig({
    databaseUrl: String(address),
    schema: stage.env['DB_SCHEMA'] ?? '',
    applicationName: `silent ${newId()}`,
  });
  return {
    config: { ...config, query_timeout: ANSWER_TIMEOUT_MS },
    mute: (on: boolean) => void (isMute = on),
    silence: () => pairs.forEach((pair) => pair.forEach((socket) => void socket.unpipe().pause())),
    close() {
      server.close();
      for (const pair of pairs) pair.forEach((socket) => void socket.destroy());
    },
  };
}

/** Asks until there is an answer: a busy machine may take longer than the timeout. */
const answered = <T>(run: () => Promise<T>) =>
  vi.waitUntil(() => run().catch(() => undefined), { timeout: 20_000 });

describe('a connection to Postgres that goes silent', () => {
  it('is closed by a write, and the next write gets another', async () => {
    const proxy = await openProxy();
    const pool = openPool({ ...proxy.config, max: 1 }, log);
    const write = () => transaction(pool, async (db) => ({ result: await one(db, ask) }), 'all');
    await answered(write);
    proxy.silence();
    expect(await write().catch(isDatabaseUnavailable)).toBe(true);
    expect((await answered(write)).result).toEqual({ one: 1 });
    await pool.end();
    proxy.close();
  });

  it('fails all reads on it, and the next read gets another', async () => {
    const proxy = await openProxy();
    const reads = openReadConnections({ config: proxy.config, connections: 1, log });
    const read = () => one(reads.inScope('all'), ask);
    await answered(read);
    proxy.silence();
    const all = [read(), read(), read()].map((each) => each.catch(isDatabaseUnavailable));
    expect(await Promise.all(all)).toEqual([true, true, true]);
    await answered(read);
    await reads.end();
    proxy.close();
  });
});

describe('a connection to Postgres that is not made in time', () => {
  it('fails reads, slow reads and writes as unavailable, and the next ones get another', async () => {
    const proxy = await openProxy();
    const config = { ...proxy.config, connectionTimeoutMillis: ANSWER_TIMEOUT_MS };
    const reads = openReadConnections({ config, connections: 1, log });
    const slowReads = openSlowReads({ config, ownConfig: config, connections: 1, log });
    const pool = openPool({ ...config, max: 1 }, log);
    const statements = [
      () => one(reads.inScope('all'), ask),
      () => one(slowReads.of(newId(), 'all'), ask),
      () => transaction(pool, async (db) => ({ result: await one(db, ask) }), 'all'),
    ];
    proxy.mute(true);
    const failures = statements.map((run) => run().catch(isDatabaseUnavailable));
    expect(await Promise.all(failures)).toEqual([true, true, true]);
    proxy.mute(false);
    for (const run of statements) await answered<unknown>(run);
    await Promise.all([reads.end(), slowReads.end(), pool.end()]);
    proxy.close();
  });

  it('is unavailable where the name of the server cannot be resolved', async () => {
    const config = { host: 'postgres.invalid', connectionTimeoutMillis: ANSWER_TIMEOUT_MS };
    const reads = openReadConnections({ config, connections: 1, log });
    expect(await one(reads.inScope('all'), ask).catch(isDatabaseUnavailable)).toBe(true);
    await reads.end();
  });
});

describe('a connection to Postgres that is closed', () => {
  it('fails its transaction as unavailable, and not the process', async () => {
    const proxy = await openProxy();
    const pool = openPool({ ...proxy.config, max: 1 }, log);
    const ended = new Promise((resolve) => {
      pool.on('connect', (client) => client.once('end', resolve));
    });
    const running = transaction(
      pool,
      async (db) => {
        await one(db, ask);
        proxy.close();
        await ended;
        return { result: await one(db, ask) };
      },
      'all',
    );
    expect(await running.catch(isDatabaseUnavailable)).toBe(true);
    await pool.end();
  });
});

/** Ends an idle connection; logs are written to standard output, so by a process of its own. */
const ENDS_IDLE = `
  import { once } from 'node:events';
  import { openPool } from '${new URL('../src/postgres/pool.ts', import.meta.url).href}';
  import { openLogger } from '${new URL('../src/telemetry/logger.ts', import.meta.url).href}';
  const log = openLogger('ledger', 'info');
  const config = { connectionString: process.env.DATABASE_URL, application_name: 'canary' };
  const [pool, other] = [openPool(config, log), openPool(config, log)];
  const { rows: [{ pid }] } = await pool.query('select pg_backend_pid() as pid');
  const failed = once(pool, 'error');
  await other.query('select pg_terminate_backend($1)', [pid]);
  await failed;
  await Promise.all([pool.end(), other.end()]);
  log.flush();`;

describe('an idle connection to Postgres that is closed', () => {
  it('is logged with its error, without the settings and the key of the connection', async () => {
    const args = ['--input-type=module', '-e', ENDS_IDLE];
    const { databaseUrl: DATABASE_URL } = inject('servers');
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, DATABASE_URL };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const { msg, err } = JSON.parse(stdout) as { msg: string; err: object };
    expect(msg).toBe('idle connection failed');
    expect(err).toMatchObject({ code: '57P01', stack: expect.any(String) as string });
    expect(err).not.toHaveProperty('client');
    expect(stdout).not.toContain('canary');
  });
});

describe('a connection to a primary that has become a standby', () => {
  it('refuses a write as unavailable, and the next write gets another', async () => {
    const { databaseUrl } = inject('servers');
    const schema = stage.env['DB_SCHEMA'] ?? '';
    const config = connectionConfig({ databaseUrl, schema, applicationName: 'standby' });
    const pool = openPool({ ...config, max: 1 }, log);
    const statement = sql`create table of_the_primary ()`;
    const write = () =>
      transaction(pool, async (db) => ({ result: await db.run(statement) }), 'all');
    await pool.query('set session characteristics as transaction read only');
    const failure = await write().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '25006' });
    expect(refusalOfFailure(failure)).toMatchObject({ code: 'unavailable', retryable: true });
    await write();
    await pool.end();
  });

  it('is left by reads too, once a write is refused', async () => {
    const { databaseUrl } = inject('servers');
    const schema = stage.env['DB_SCHEMA'] ?? '';
    const config = connectionConfig({ databaseUrl, schema, applicationName: 'standby' });
    const pool = openPool({ ...config, max: 2 }, log);
    const reads = openReadConnections({ config, connections: 1, log });
    const slowReads = openSlowReads({ config, ownConfig: config, connections: 1, log });
    renewOnStandby([pool], reads, slowReads);
    const which = sql`select pg_backend_pid() as pid`;
    const pids = async () => [
      await one(reads.inScope('all'), which),
      await one(slowReads.of(newId(), 'all'), which),
    ];
    const before = await pids();
    expect(await pids()).toEqual(before);
    // Two connections: one of them refuses, and the other is idle.
    const both = await Promise.all([pool.connect(), pool.connect()]);
    for (const client of both) {
      await client.query('set session characteristics as transaction read only');
      client.release();
    }
    const statement = sql`create table of_another_primary ()`;
    const write = () =>
      transaction(pool, async (db) => ({ result: await db.run(statement) }), 'all');
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    for (const pid of await pids()) expect(before).not.toContainEqual(pid);
    await write();
    await Promise.all([reads.end(), slowReads.end(), pool.end()]);
  });

  it('is left by reads too, once a single statement that writes is refused', async () => {
    const { databaseUrl } = inject('servers');
    const schema = stage.env['DB_SCHEMA'] ?? '';
    const config = connectionConfig({ databaseUrl, schema, applicationName: 'standby' });
    const pool = openPool({ ...config, max: 1 }, log);
    const reads = openReadConnections({ config, connections: 1, log });
    const slowReads = openSlowReads({ config, ownConfig: config, connections: 1, log });
    renewOnStandby([pool], reads, slowReads);
    const db = reads.inScope('all');
    await none(db, sql`set session characteristics as transaction read only`);
    const write = () => none(db, sql`create table of_a_later_primary ()`);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    await write();
    await Promise.all([reads.end(), slowReads.end(), pool.end()]);
  });
});
