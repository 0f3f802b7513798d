/**
 * Every fault that the tests inject: what it hits, how it strikes, and how the system recovers. A new
 * way to lose something is added here; a test picks its faults from this list.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:net';
import { birthOf } from '@muster/local-servers';
import type { ProcessName, Stack } from '@muster/local/stack';
import { until } from '@muster/test-kit';
import type { World } from '../world/use-world.ts';
import type { Links } from './network-links.ts';
import type { Cut, ServerName, Victim } from './victims.ts';

export interface Fault {
  readonly kind: 'kill' | 'replace' | 'wipe' | 'stop' | 'cut';
  /** What the fault hits, as results name it. */
  readonly victim: string;
  /** The fault as a clause: `NATS is killed`. */
  readonly name: string;
  readonly strike: (world: World) => Promise<void> | void;
  /** Ends the fault, or waits until the system has recovered from it by itself. */
  readonly heal: (world: World) => Promise<void>;
}

/** Restarting what was killed takes its time on a busy machine. */
const HEAL_TIMEOUT_MS = 120_000;
const FLUSH_TIMEOUT_MS = 5_000;

const displayNames: Readonly<Record<ServerName, string>> = {
  postgres: 'Postgres',
  nats: 'NATS',
  redis: 'Redis',
};

/** All processes of a service, or one of them. */
export const killService = (service: ProcessName, replica?: number): Fault => ({
  kind: 'kill',
  victim: replica === undefined ? service : `${service}-${replica}`,
  name:
    replica === undefined
      ? `every process of ${service} is killed`
      : `process ${replica} of ${service} is killed`,
  strike: ({ stack }) => killProcesses(stack, service, replica),
  heal: ({ stack }) => becomesReady(stack, service),
});

/** As a deploy does it: the process is asked to end, and another one takes its place. */
export const replaceProcess = (service: ProcessName, replica: number): Fault => ({
  kind: 'replace',
  victim: `${service}-${replica}`,
  name: `process ${replica} of ${service} is replaced`,
  strike: ({ stack }) => stack.kill(service, replica, 'SIGTERM'),
  heal: ({ stack }) => becomesReady(stack, service),
});

export function killServer(server: ServerName): Fault {
  let before: number | undefined;
  return {
    kind: 'kill',
    victim: server,
    name: `${displayNames[server]} is killed`,
    strike: ({ stack }) => {
      before = stack.servers[server]?.pid;
      stack.servers[server]?.kill('SIGKILL');
    },
    heal: async ({ stack }) => {
      const running = stack.servers[server];
      await until(
        `the restart of ${server}`,
        () => !running || (running.pid !== undefined && running.pid !== before) || undefined,
        HEAL_TIMEOUT_MS,
      );
    },
  };
}

/** Without Redis the queue lives in Postgres, and there is nothing to flush. */
export const flushRedis = (): Fault => ({
  kind: 'wipe',
  victim: 'redis',
  name: 'Redis is flushed',
  strike: ({ stack }) => flush(stack.redisUrl),
  heal: ({ stack }) => becomesReady(stack),
});

export const stopFor = (victim: Victim, lengthMs: number): Fault => ({
  kind: 'stop',
  victim: describeVictim(victim),
  name: `${describeVictim(victim)} is stopped for ${lengthMs} ms`,
  strike: ({ stack }) => {
    if ('server' in victim) stack.servers[victim.server]?.kill('SIGSTOP');
    else stack.pause(victim.service, victim.replica);
  },
  heal: async ({ stack }) => {
    await pause(lengthMs);
    if ('server' in victim) stack.servers[victim.server]?.kill('SIGCONT');
    else stack.resume(victim.service, victim.replica);
  },
});

/** Cuts one process off from one of its peers. */
export const cutLink = (
  links: Links,
  { service, replica, from, manner, lengthMs }: Cut,
): Fault => ({
  kind: 'cut',
  victim: `${service}-${replica} from ${from}, ${manner}`,
  name: `the connection of ${service}-${replica} to ${from} is ${manner} for ${lengthMs} ms`,
  strike: () => links.setCondition(service, replica, from, manner),
  heal: async () => {
    await pause(lengthMs);
    links.setCondition(service, replica, from, 'whole');
  },
});

/** The same fault, healed only when the whole system is ready again. */
export const healedWhole = (fault: Fault, timeoutMs: number): Fault => ({
  ...fault,
  heal: async (world) => {
    await fault.heal(world);
    await becomesReady(world.stack, undefined, timeoutMs);
  },
});

const describeVictim = (victim: Victim): string =>
  'server' in victim ? victim.server : `${victim.service}-${victim.replica}`;

export async function becomesReady(
  stack: Stack,
  service?: ProcessName,
  timeoutMs = HEAL_TIMEOUT_MS,
): Promise<void> {
  await until(
    `${service ?? 'the whole system'} to be ready again`,
    () => stack.whenReady(service).then(() => true),
    timeoutMs,
  );
}

/** Fails if a process survives the kill. */
async function killProcesses(stack: Stack, service: ProcessName, replica?: number): Promise<void> {
  const births = () =>
    stack
      .pids()
      .filter((each) => each.name === service)
      .filter((each) => replica === undefined || each.replica === replica)
      .map(({ pid }) => birthOf(pid));
  const before = births();
  stack.kill(service, replica);
  await until(
    `the death of ${service}`,
    () => births().every((birth) => birth === undefined || !before.includes(birth)) || undefined,
  );
}

function flush(url: string | undefined): Promise<void> {
  if (url === undefined) return Promise.resolve();
  const { hostname, port, password } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answer = '';
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(FLUSH_TIMEOUT_MS, () => socket.destroy());
  socket.once('connect', () => socket.write(`AUTH ${password}\r\nFLUSHALL\r\nQUIT\r\n`));
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.once('error', reject);
  socket.once('close', () => {
    if (answer.startsWith('+OK\r\n+OK')) resolve();
    else reject(new Error(`Redis was not flushed: ${answer}`));
  });
  return promise;
}
