/** Connections to the queue that break; those to Redis may also go silent for good. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { newId, openLogger } from '@muster/service-kit';
import { describeEach } from '@muster/test-kit';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { RunJob } from '../src/run-job.ts';
import { openQueue, type RunQueue } from '../src/queue/queue.ts';
import { ensureQueueTables } from '../src/queue/queue-tables.ts';
import { backends, hasBackend, eventually } from './open-scheduler.ts';

const LONGEST_MS = 60_000;
const ANSWER_MS = 1_000;
const SWEEP_MS = 2_000;
const log = openLogger('test', 'silent');

type Pair = readonly [near: Socket, far: Socket];

/** What is on the line when it is cut or silenced stays so; later connections are good. */
async function openLine(url: string) {
  const address = new URL(url);
  const { hostname: host, port } = address;
  const pairs: Pair[] = [];
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    pairs.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  const each = (turn: (socket: Socket) => unknown): void => {
    for (const pair of pairs.splice(0)) pair.forEach(turn);
  };
  return {
    url: String(address),
    cut: async () => each((socket) => socket.destroy()),
    silence: async () => each((socket) => socket.unpipe().pause()),
    close() {
      server.close();
      each((socket) => socket.destroy());
    },
  };
}

describeEach(backends, hasBackend)('the queue on %s', { timeout: LONGEST_MS }, (backend) => {
  let line: Awaited<ReturnType<typeof openLine>>;
  let queues: RunQueue[];
  let taken: string[];
  let refused: number;
  let name: string;
  beforeEach(async () => {
    const { databaseUrl, redisUrl } = inject('servers');
    const url = backend === 'redis' ? redisUrl : databaseUrl;
    line = await openLine(url ?? '');
    name = `lines_${newId().replaceAll('-', '')}`;
    await ensureQueueTables({ databaseUrl, schema: `${name}_queue`, role: 'public' });
    refused = 0;
    const open = (at: string | undefined) =>
      openQueue({
        name,
        schema: `${name}_queue`,
        concurrency: 1,
        log,
        answerMs: ANSWER_MS,
        databaseUrl: backend === 'redis' ? databaseUrl : (at ?? ''),
        redis: backend === 'redis' && at ? { url: at } : undefined,
        onRefused: () => void (refused += 1),
      });
    queues = [await open(url), await open(line.url)];
    taken = [];
    queues[1]?.work(async ({ runId }) => void taken.push(runId));
    await through(0);
    await through(1);
  });
  afterEach(async () => {
    for (const queue of queues) await queue.close();
    line.close();
  });
  /** A job of a process with a good line, or of the one without; a sweep offers it again. */
  const through = async (from: 0 | 1): Promise<void> => {
    const job: RunJob = { runId: newId(), traceparent: null };
    queues[from]?.offer(job);
    const sweep = setInterval(() => void queues[from]?.offerAgain(job), SWEEP_MS);
    await eventually(async () => taken.includes(job.runId) || undefined).finally(() =>
      clearInterval(sweep),
    );
  };

  const faults = {
    'is cut': () => line.cut(),
    ...(backend === 'redis' ? { 'goes silent': () => line.silence() } : {}),
  };
  it.each(Object.entries(faults))(
    'serves a process whose connection %s, and takes its jobs',
    async (_, begin) => {
      await begin();
      await Promise.all([through(0), through(1)]);
      // Its own connections work again: its jobs are accepted without a timeout.
      const accepted = eventually(async () => {
        const before = refused;
        await through(1);
        return refused === before || undefined;
      });
      await expect(accepted).resolves.toBe(true);
    },
  );
});
