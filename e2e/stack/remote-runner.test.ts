/**
 * A runner on another machine: a network namespace and another user stand for it. Its programs reach
 * the gateway, and nothing else of the machine that Muster is on.
 */
import { scheduler } from '@muster/contracts';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import { describeEach, until } from '@muster/test-kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { openClient, type Caller } from '../world/http-client.ts';
import { openMachine, type Machine } from './machine.ts';

/** Prints what it got of the files and ports in its arguments, and what the gateway answers. */
const TRIES = `
  const [files, addresses] = process.argv.slice(1).map((text) => JSON.parse(text));
  const fs = require('node:fs');
  const net = require('node:net');
  const read = (file) => { try { fs.readFileSync(file); return [file]; } catch { return []; } };
  const reach = ([host, port]) => new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 5_000 });
    const end = (got) => { socket.destroy(); resolve(got); };
    socket.once('connect', () => end([host + ':' + port]));
    socket.once('error', () => end([])).once('timeout', () => end([]));
  });
  const { SERVICE_API_URL: url, SERVICE_API_KEY: key } = process.env;
  (async () => {
    const reached = (await Promise.all(addresses.map(reach))).flat();
    const me = await fetch(url + '/api/agents/me', { headers: { authorization: 'Bearer ' + key } });
    console.log(JSON.stringify({ read: files.flatMap(read), reached, me: me.status, uid: process.getuid() }));
  })();`;

describeEach(['remote'], () => process.getuid?.() === 0)('a program on a %s runner', () => {
  let folder: string;
  let machine: Machine;
  let stack: Stack;
  let board: Caller;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-remote-'));
    const port = await freePort();
    machine = await openMachine(port);
    stack = await startStack({
      dataDir: join(folder, 'data'),
      port,
      durable: false,
      settings: {
        MUSTER_RUNNERS: JSON.stringify([machine.runner]),
        MUSTER_API_URL: machine.gatewayUrl,
      },
    });
    board = openClient(stack.baseUrls).as(stack.boardToken);
  });
  afterAll(async () => {
    await stack.stop();
    await machine.close();
    await removeDataFolder(join(folder, 'data'));
    rmSync(folder, { recursive: true });
  });

  it('reaches the gateway, and no file or port of Muster', async () => {
    const { id: companyId } = await createCompany(board);
    const data = join(folder, 'data');
    const files = ['board-token', 'master-key', 'keys/runner.key'].map((name) => join(data, name));
    const urls = [
      stack.databaseUrl,
      stack.natsUrl,
      stack.redisUrl ?? [],
      stack.baseUrl,
      ...stack.opsUrls.map(({ url }) => url),
    ];
    const ports = urls.flat().map((url) => Number(new URL(url).port));
    const addresses = ['127.0.0.1', machine.host].flatMap((host) =>
      ports.map((each) => [host, each]),
    );
    const { id: agentId } = await addAgent(board, companyId, {
      adapterType: 'process',
      runtimeConfig: {},
      adapterConfig: {
        command: process.execPath,
        args: ['-e', TRIES, JSON.stringify(files), JSON.stringify(addresses)],
      },
    });
    const woken = await board.call(scheduler, 'wakeAgent', { agentId });
    if (woken.status === 'skipped') throw new Error(woken.reason ?? 'skipped');
    const runId = woken.id;
    const run = await until('the end of the run', async () => {
      const found = await board.call(scheduler, 'getRun', { runId });
      return found.finishedAt === null ? undefined : found;
    });
    const { text } = await board.call(scheduler, 'getRunLog', { runId });
    expect([run.status, text]).toEqual(['succeeded', expect.any(String)]);
    expect(JSON.parse(text)).toEqual({ read: [], reached: [], me: 200, uid: machine.uid });
  });
});
