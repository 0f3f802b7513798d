/** What may happen to a system that runs. Everything comes back by itself. */
import { connect } from 'node:net';
import { birthOf } from '@muster/tools/servers';
import { SERVICES } from '@muster/tools/stack';
import type { ServiceName, Stack } from '@muster/tools/stack';
import type { World } from './stack.ts';
import type { Step } from './story.ts';
import { until } from './until.ts';

export type Disaster = {
  what: string;
  /** Which promise it tries to break. */
  promise: 'P1' | 'P6' | 'P7' | 'P8';
  /** The steps of the story at which it hurts most. */
  at: readonly Step[];
  strike: (world: World) => Promise<void> | void;
};

const FLUSH_TIMEOUT_MS = 5_000;

/** A hire crosses agents and approvals; what goes on in a run needs all the others. */
const wounds: Record<ServiceName, readonly Step[]> = {
  gateway: ['approving', 'working'],
  agents: ['hiring', 'approving'],
  issues: ['assigning', 'working'],
  approvals: ['hiring', 'approving'],
  billing: ['working', 'mentioning'],
  scheduler: ['assigning', 'working'],
};

export const serviceDisasters: readonly Disaster[] = SERVICES.map((service) => ({
  what: `every process of ${service} is killed`,
  promise: 'P1',
  at: wounds[service],
  strike: ({ stack }) => kill(stack, service),
}));

// Without Redis the queue lives in Postgres, and then there is nothing of it to lose.
export const serverDisasters: readonly Disaster[] = [
  {
    what: 'NATS is killed',
    promise: 'P6',
    at: ['approving', 'working'],
    strike: ({ stack }) => stack.servers.nats.kill('SIGKILL'),
  },
  {
    what: 'NATS loses its store',
    promise: 'P6',
    at: ['approving', 'working'],
    strike: ({ stack }) => stack.servers.nats.wipe?.(),
  },
  {
    what: 'Redis is killed',
    promise: 'P7',
    at: ['assigning'],
    strike: ({ stack }) => stack.servers.redis?.kill('SIGKILL'),
  },
  {
    what: 'Redis is flushed',
    promise: 'P7',
    at: ['assigning', 'working', 'mentioning'],
    strike: ({ stack }) => flush(stack.redisUrl),
  },
  {
    what: 'Postgres is killed',
    promise: 'P8',
    at: ['approving', 'working'],
    strike: ({ stack }) => stack.servers.postgres.kill('SIGKILL'),
  },
];

/** Fails when a process survives it. */
async function kill(stack: Stack, service: ServiceName): Promise<void> {
  const births = () => stack.pids().filter(({ name }) => name === service)
    .map(({ pid }) => birthOf(pid));
  const before = births();
  stack.kill(service);
  await until(`${service} is gone`, () =>
    births().every((birth) => !before.includes(birth)) || undefined);
}

function flush(url: string | undefined): Promise<void> {
  if (url === undefined) return Promise.resolve();
  const { hostname, port, password } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let heard = '';
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(FLUSH_TIMEOUT_MS, () => socket.destroy());
  socket.once('connect', () => socket.write(`AUTH ${password}\r\nFLUSHALL\r\nQUIT\r\n`));
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  socket.once('error', reject);
  socket.once('close', () => {
    if (heard.startsWith('+OK\r\n+OK')) resolve();
    else reject(new Error(`Redis was not flushed: ${heard}`));
  });
  return promise;
}
