import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  spawnOwned,
  statusOf,
  supervise,
  type Guard,
  type Supervised,
} from '@muster/local-servers';
import { tailOf } from './tail.ts';

/** Time for a service to drain before it is killed. */
const STOP_GRACE_MS = 10_000;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const ANSWER_TIMEOUT_MS = 1_000;
/** After this many crashes without being ready, a service is not expected to start. */
const CRASHES_MAX = 4;

/** The ops endpoints of a program that a process runs. */
export interface OpsPort {
  service: string;
  port: number;
}

export interface Replica {
  readonly name: string;
  readonly number: number;
  readonly pid: number | undefined;
  /** Base URL of the ops endpoints of each program in it: /livez, /readyz, /metrics. */
  readonly opsUrls: readonly { service: string; url: string }[];
  start(): Promise<void>;
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Waits until the process is ready; after a fatal signal, until its successor is. */
  whenReady(abort?: AbortSignal): Promise<void>;
}

export interface ReplicaOptions {
  name: string;
  number: number;
  /** The program and its arguments, at each start. */
  entry: () => readonly string[];
  nodeFlags: readonly string[];
  env: Record<string, string>;
  opsPorts: readonly OpsPort[];
  dataDir: string;
  guard: Guard;
  log: (line: string) => void;
}

/** One process of a service, or of all; it is restarted when it crashes. */
export function createReplica(options: ReplicaOptions): Replica {
  const { number, dataDir, guard, opsPorts, log } = options;
  const name = `${options.name}-${number}`;
  const logFile = join(dataDir, 'logs', `${name}.log`);
  let killedPid: number | undefined;

  const supervised = supervise({
    name,
    launch: async () =>
      spawnOwned({
        command: process.execPath,
        args: [...options.nodeFlags, ...options.entry()],
        env: options.env,
        cwd: dataDir,
        logFile,
        pidFile: join(runFolder(dataDir), `${name}.pid`),
        guard,
        rank: 1,
        endSignal: 'SIGTERM',
      }),
    endSignal: 'SIGTERM',
    graceMs: STOP_GRACE_MS,
    log,
  });

  return {
    name: options.name,
    number,
    opsUrls: opsPorts.map(({ service, port }) => ({ service, url: `http://127.0.0.1:${port}` })),
    get pid() {
      return supervised.pid;
    },
    start: () => supervised.start(),
    stop: () => supervised.stop(),
    signal(signal) {
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') killedPid = supervised.pid;
      supervised.kill(signal);
    },
    async whenReady(abort) {
      const isSuccessor = () => supervised.pid !== undefined && supervised.pid !== killedPid;
      const failure = await becomesReady(supervised, opsPorts, isSuccessor, abort);
      if (failure === undefined) return;
      throw new Error(`${name} ${failure}. The end of ${logFile}:\n${tailOf(logFile)}`);
    },
  };
}

/** Undefined when the replica is ready, otherwise why it is not. */
async function becomesReady(
  supervised: Supervised,
  opsPorts: readonly OpsPort[],
  isNext: () => boolean,
  abort: AbortSignal | undefined,
): Promise<string | undefined> {
  const crashesBefore = supervised.exits;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (isNext() && (await areReady(opsPorts))) return undefined;
    if (supervised.exits - crashesBefore >= CRASHES_MAX) return 'keeps crashing';
    if (performance.now() > deadline) return 'did not become ready';
    await delay(POLL_MS);
    abort?.throwIfAborted();
  }
}

async function areReady(opsPorts: readonly OpsPort[]): Promise<boolean> {
  const statuses = await Promise.all(
    opsPorts.map(({ port }) => statusOf({ host: '127.0.0.1', port }, '/readyz', ANSWER_TIMEOUT_MS)),
  );
  return statuses.every((status) => status === 200);
}

export const runFolder = (dataDir: string) => join(dataDir, 'run');
