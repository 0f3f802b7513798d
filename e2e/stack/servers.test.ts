import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeServers, startServers, type Servers } from '@muster/local-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryOnce } from '../world/sql.ts';

let folder = '';
let servers: Servers;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-servers-'));
  servers = await startServers({ folder, durable: false });
});

afterAll(async () => {
  await servers.stop();
  await removeServers(folder);
  rmSync(folder, { recursive: true, force: true });
});

/** The first answer of a server to these words; empty if nothing listens. */
function converse(url: string, words = ''): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(words));
    socket.once('data', (answer) => {
      resolve(answer.toString());
      socket.destroy();
    });
    socket.once('error', () => resolve(''));
  });
}

const serverIdIn = (greeting: string): string | undefined =>
  /"server_id":"(\w+)"/.exec(greeting)?.[1];

describe('Postgres', () => {
  it('keeps its data and its address over a restart and a kill', async () => {
    const { postgres } = servers;
    const { url } = postgres;
    await queryOnce(url, 'create table kept as select 1 as one');
    await postgres.restart();
    expect(await queryOnce(postgres.url, 'select one from kept')).toEqual([{ one: 1 }]);
    postgres.kill('SIGKILL');
    await postgres.restart();
    expect(await queryOnce(url, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('stays down after a stop until it is restarted', async () => {
    const { postgres } = servers;
    await postgres.stop();
    expect(postgres.pid).toBeUndefined();
    await expect(queryOnce(postgres.url, 'select 1 as one')).rejects.toThrow('ECONNREFUSED');
    await postgres.restart();
    expect(await queryOnce(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a wrong password', async () => {
    const withWrongPassword = new URL(servers.postgres.url);
    withWrongPassword.password = 'guessed';
    await expect(queryOnce(withWrongPassword.href, 'select 1')).rejects.toThrow(
      'password authentication',
    );
  });

  it('folds case beyond ASCII', async () => {
    const rows = await queryOnce(servers.postgres.url, "select lower('ÄÖÜ Ñ') as word");
    expect(rows).toEqual([{ word: 'äöü ñ' }]);
  });
});

describe('NATS', () => {
  it('asks for a password', async () => {
    expect(await converse(servers.nats.url)).toContain('"auth_required":true');
  });

  it('comes back at the same address and stores nothing', async () => {
    const { nats } = servers;
    const before = await converse(nats.url);
    const files = readdirSync(join(folder, 'nats')).toSorted();
    await nats.restart();
    const after = await converse(nats.url);
    expect(serverIdIn(after)).not.toBe(serverIdIn(before));
    expect(after).not.toContain('"jetstream"');
    expect(readdirSync(join(folder, 'nats')).toSorted()).toEqual(files);
  });
});

describe('a folder of servers', () => {
  it('is refused while it is in use', async () => {
    await expect(startServers({ folder })).rejects.toThrow(
      `The folder ${folder} is in use by a running Muster (process ${process.pid}).`,
    );
  });
});

describe('a given server', () => {
  it('is used as it is, and not controlled', async () => {
    const other = join(folder, 'other');
    const given = {
      databaseUrl: servers.postgres.url,
      natsUrl: servers.nats.url,
      redisUrl: 'redis://host:1',
    };
    const borrowed = await startServers({ folder: other, given });
    expect(borrowed.postgres.url).toBe(given.databaseUrl);
    expect(() => borrowed.nats.kill('SIGKILL')).toThrow('is not controlled by Muster');
    await borrowed.stop();
    expect(await queryOnce(given.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
