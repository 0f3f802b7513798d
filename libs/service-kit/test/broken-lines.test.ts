/** Lines to Postgres that end, or go silent for good, which nobody says and nothing shows. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { newId, one, sql } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openLog } from '../src/log.ts';
import { connectionConfig, isDatabaseAway, openPool } from '../src/pool.ts';
import { openReadConnections } from '../src/read-connections.ts';
import { transaction } from '../src/transaction.ts';
import { ledgerService, type ledger } from './ledger.ts';

const ANSWER_TIMEOUT_MS = 300;
const ask = sql`select 1 as one`;
const log = openLog('test', 'silent');

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

/** A line to Postgres; what is on it when it is silenced stays so, later connections are good. */
async function openLine() {
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
    silence: () => pairs.forEach((pair) =>
      pair.forEach((socket) => void socket.unpipe().pause())),
    close() {
      server.close();
      for (const pair of pairs) pair.forEach((socket) => void socket.destroy());
    },
  };
}

describe('a line to Postgres that goes silent', () => {
  it('is given up by a write, and the next one has another', async () => {
    const line = await openLine();
    const pool = openPool({ ...line.config, max: 1 }, log);
    const write = () => transaction(pool, async (db) => ({ result: await one(db, ask) }), 'all');
    await write();
    line.silence();
    expect(await write().catch(isDatabaseAway)).toBe(true);
    expect((await write()).result).toEqual({ one: 1 });
    await pool.end();
    line.close();
  });

  it('is given up by all reads on it, and the next one has another', async () => {
    const line = await openLine();
    const reads = openReadConnections({ config: line.config, connections: 1, log });
    const read = () => one(reads.within('all'), ask);
    await read();
    line.silence();
    const all = [read(), read(), read()].map((each) => each.catch(isDatabaseAway));
    expect(await Promise.all(all)).toEqual([true, true, true]);
    await vi.waitUntil(() => read().catch(() => undefined));
    await reads.end();
    line.close();
  });
});

describe('a line to Postgres that ends', () => {
  it('fails the transaction that stands on it, and nobody else', async () => {
    const line = await openLine();
    const pool = openPool({ ...line.config, max: 1 }, log);
    const ended = new Promise((resolve) => {
      pool.on('connect', (client) => client.once('end', resolve));
    });
    const standing = transaction(pool, async (db) => {
      await one(db, ask);
      line.close();
      await ended;
      return { result: await one(db, ask) };
    }, 'all');
    expect(await standing.catch(isDatabaseAway)).toBe(true);
    await pool.end();
  });
});
