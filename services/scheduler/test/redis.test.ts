/** A Redis of its own, because it is wiped, killed, stopped and made to refuse here. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { describeEach, boardActor, redisUrlOf, writeRedisUsers } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, hasBackend, openScheduler, type Opened } from './open-scheduler.ts';

const SHORT = 'setTimeout(() => {}, 150)';
const AGENTS = 3;
/** The promise: whatever befalls Redis, its work is back by then. */
const BACK_MS = 15_000;
/** Without it: three agents one after the other, on a busy machine. */
const SOON_MS = 10_000;
const LONGEST_MS = 60_000;

type Say = readonly [command: string, ...words: string[]];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describeEach(['redis'] as const, hasBackend)('a queue on %s', { timeout: LONGEST_MS }, () => {
  let port: number;
  let server: ChildProcess;
  let opened: Opened;
  let companyId: string;
  let client: Redis;
  /** The scheduler is the user that it is in an installation, with the commands that it needs and no others. */
  const users = writeRedisUsers();
  beforeAll(async () => {
    port = await freePort();
    await startRedis();
    client = new Redis(redisUrlOf('operator', port), {
      retryStrategy: () => 100,
      maxRetriesPerRequest: null,
    });
    client.on('error', () => undefined);
    opened = await openScheduler({
      REDIS_URL: redisUrlOf('scheduler', port),
      RUN_CONCURRENCY: '1',
      LEASE_SECONDS: '20',
    });
    ({ companyId } = await opened.company());
  });
  afterEach(async () => {
    if (client.status === 'ready') await expectNothingRefused();
    if (server.exitCode !== null || server.signalCode !== null) await startRedis();
  });
  afterAll(async () => {
    await opened.close();
    client.disconnect();
    server.kill('SIGKILL');
    rmSync(users.folder, { recursive: true });
  });

  const expectNothingRefused = async () => expect(await client.call('acl', 'log')).toEqual([]);
  async function startRedis(): Promise<void> {
    const options = ['--port', String(port), '--save', '', '--appendonly', 'no'];
    server = spawn('redis-server', [...options, '--aclfile', users.file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve) => {
      server.stdout?.on('data', (bytes: Buffer) => {
        if (bytes.includes('Ready to accept connections')) resolve();
      });
    });
  }
  /** By the clock only when a test says so: a first beat comes at any time in its interval. */
  const hire = async (enabled = false) => {
    const heartbeat = {
      enabled,
      intervalSec: 86_400,
      wakeOnDemand: true,
      maxConcurrentRuns: 1 as const,
    };
    return (await opened.agent(companyId, SHORT, { runtimeConfig: { heartbeat } })).agentId;
  };
  const runsOf = (agentId: string) =>
    opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  const beat = (agentId: string) =>
    opened.stage.db.run({
      text: 'update schedules set next_due_at = now() where agent_id = $1',
      values: [agentId],
    });
  const backAfter = async (since: number, agentIds: readonly string[]) => {
    await eventually(async () => {
      const runs = (await Promise.all(agentIds.map(runsOf))).flat();
      const over = runs.filter(({ status }) => status === 'succeeded');
      return over.length === agentIds.length || undefined;
    });
    const took = performance.now() - since;
    // Nothing was doubled by offering it again.
    for (const agentId of agentIds) expect(await runsOf(agentId)).toHaveLength(1);
    return took;
  };
  const many = () => Promise.all(Array.from({ length: AGENTS }, () => hire()));

  it('is kept by a user of Redis who may do nothing else', async () => {
    const scheduler = new Redis(redisUrlOf('scheduler', port));
    const tried = ['flushall', 'config get *', 'keys *', 'acl list', 'get muster:limit:x'];
    for (const words of tried) {
      const [command = '', ...rest] = words.split(' ');
      await expect(scheduler.call(command, ...rest)).rejects.toThrow('NOPERM');
    }
    scheduler.disconnect();
    await client.call('acl', 'log', 'reset');
  });

  it('recovers when Redis is wiped while jobs wait', async () => {
    const agentIds = await many();
    await Promise.all(agentIds.map((agentId) => opened.wake(agentId)));
    await client.flushall();
    expect(await backAfter(performance.now(), agentIds)).toBeLessThan(BACK_MS);
  });

  it('serves wake-ups and timers while Redis is down, and uses it again afterwards', async () => {
    const agentIds = await many();
    const timed = await hire(true);
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    await Promise.all(agentIds.map((agentId) => opened.wake(agentId)));
    await beat(timed);
    const since = performance.now();
    expect(await backAfter(since, [...agentIds, timed])).toBeLessThan(BACK_MS);
    await startRedis();
    const next = await many();
    await Promise.all(next.map((agentId) => opened.wake(agentId)));
    expect(await backAfter(performance.now(), next)).toBeLessThan(BACK_MS);
  });

  const refusedLocally = async (): Promise<number> => {
    const { registry } = opened.stage.service.runtime.metrics;
    const metric = await registry.getSingleMetric('muster_queue_refused_total')?.get();
    return metric?.values.find(({ labels }) => labels['outcome'] === 'here')?.value ?? 0;
  };
  const faults: Readonly<Record<string, readonly [begin: Say, end: Say]>> = {
    'is full': [
      ['config', 'set', 'maxmemory', '1'],
      ['config', 'set', 'maxmemory', '0'],
    ],
    'is a replica': [
      ['replicaof', '127.0.0.1', '1'],
      ['replicaof', 'no', 'one'],
    ],
    'wants a password': [
      ['config', 'set', 'requirepass', 'x'],
      ['config', 'set', 'requirepass', ''],
    ],
  };
  it.each(Object.entries(faults))(
    'delays no agent while Redis %s, and is used again',
    async (fault, [begin, end]) => {
      const agentIds = await many();
      const before = await refusedLocally();
      await client.call(...begin);
      // What is connected stays so: the password is asked of who comes.
      if (fault === 'wants a password') await client.call('client', 'kill', 'type', 'normal');
      const since = performance.now();
      await Promise.all(agentIds.map((agentId) => opened.wake(agentId)));
      expect(await backAfter(since, agentIds)).toBeLessThan(SOON_MS);
      expect(await refusedLocally()).toBeGreaterThanOrEqual(before + AGENTS);
      await client.call(...end);
      await eventually(async () => {
        const at = await refusedLocally();
        const agentId = await hire();
        await opened.finished((await opened.wake(agentId)).id);
        return (await refusedLocally()) === at || undefined;
      });
    },
  );

  it('delays agents by seconds while Redis is stopped, and is used again', async () => {
    const agentIds = await many();
    server.kill('SIGSTOP');
    const since = performance.now();
    await Promise.all(agentIds.map((agentId) => opened.wake(agentId)));
    const timed = await hire(true);
    await beat(timed);
    await eventually(async () => (await runsOf(timed))[0]);
    expect(await backAfter(since, [...agentIds, timed])).toBeLessThan(BACK_MS);
    server.kill('SIGCONT');
    const next = await many();
    await Promise.all(next.map((agentId) => opened.wake(agentId)));
    expect(await backAfter(performance.now(), next)).toBeLessThan(BACK_MS);
  });
});
