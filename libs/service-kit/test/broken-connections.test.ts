/** Connections to Postgres that are closed, or go silent without being closed. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { newId, one, sql } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openLogger } from '../src/telemetry/logger.ts';
import { connectionConfig, isDatabaseUnavailable, openPool } from '../src/postgres/pool.ts';
import { openReadConnections } from '../src/postgres/read-connections.ts';
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

/** A proxy to Postgres: `silence` stops its open connections for good, later ones work. */
async function openProxy() {
  const { hostname, port } = new URL(inject('servers').databaseUrl);
  const pairs: (readonly [Socket, Socket])[] = [];
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    pairs.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(inject('servers').databaseUrl);
  address.port = String((server.address() as AddressInfo).port);
  const config = connectionConfig({
    databaseUrl: String(address),
    schema: stage.env['DB_SCHEMA'] ?? '',
    applicationName: `silent ${newId()}`,
  });
  return {
    config: { ...config, query_timeout: ANSWER_TIMEOUT_MS },
    silence: () => pairs.forEach((pair) => pair.forEach((socket) => void socket.unpipe().pause())),
    close() {
      server.close();
      for (const pair of pairs) pair.forEach((socket) => void socket.destroy());
    },
  };
}

describe('a connection to Postgres that goes silent', () => {
  it('is closed by a write, and the next write gets another', async () => {
    const proxy = await openProxy();
    const pool = openPool({ ...proxy.config, max: 1 }, log);
    const write = () => transaction(pool, async (db) => ({ result: await one(db, ask) }), 'all');
    await write();
    proxy.silence();
    expect(await write().catch(isDatabaseUnavailable)).toBe(true);
    expect((await write()).result).toEqual({ one: 1 });
    await pool.end();
    proxy.close();
  });

  it('fails all reads on it, and the next read gets another', async () => {
    const proxy = await openProxy();
    const reads = openReadConnections({ config: proxy.config, connections: 1, log });
    const read = () => one(reads.inScope('all'), ask);
    await read();
    proxy.silence();
    const all = [read(), read(), read()].map((each) => each.catch(isDatabaseUnavailable));
    expect(await Promise.all(all)).toEqual([true, true, true]);
    await vi.waitUntil(() => read().catch(() => undefined), { timeout: 20_000 });
    await reads.end();
    proxy.close();
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
