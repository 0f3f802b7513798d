import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnOwned, statusOf, supervise } from '../servers/index.ts';
import type { Guard, Supervised } from '../servers/index.ts';
import { tailOf } from './tail.ts';

/** A service drains what it has taken on before it ends. */
const STOP_GRACE_MS = 10_000;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const ANSWER_TIMEOUT_MS = 1_000;
/** A service that falls this often without ever being ready will not get up by itself. */
const FALLS_BEFORE_GIVING_UP = 4;

export type Replica = {
  readonly service: string;
  readonly number: number;
  readonly pid: number | undefined;
  /** Where it says how it is: /livez, /readyz, /metrics. */
  readonly opsUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Waits until the process, and after a deadly signal the one that follows it, is ready. */
  whenReady(abort?: AbortSignal): Promise<void>;
};

export type ReplicaOptions = {
  service: string;
  number: number;
  entry: string;
  nodeFlags: readonly string[];
  env: Record<string, string>;
  opsPort: number;
  dataDir: string;
  guard: Guard;
  log: (line: string) => void;
};

/** One process of a service, kept running. */
export function createReplica(options: ReplicaOptions): Replica {
  const { service, number, dataDir, guard, opsPort, log } = options;
  const name = `${service}-${number}`;
  const logFile = join(dataDir, 'logs', `${name}.log`);
  let doomed: number | undefined;

  const supervised = supervise({
    name,
    launch: async () => spawnOwned({
      command: process.execPath,
      args: [...options.nodeFlags, options.entry],
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
    service,
    number,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    get pid() {
      return supervised.pid;
    },
    start: () => supervised.start(),
    stop: () => supervised.stop(),
    signal(signal) {
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') doomed = supervised.pid;
      supervised.kill(signal);
    },
    async whenReady(abort) {
      const isNext = () => supervised.pid !== undefined && supervised.pid !== doomed;
      const failure = await becomesReady(supervised, opsPort, isNext, abort);
      if (failure === undefined) return;
      throw new Error(`${name} ${failure}. The end of ${logFile}:\n${tailOf(logFile)}`);
    },
  };
}

/** Undefined when it is ready, else what it does instead. */
async function becomesReady(
  supervised: Supervised,
  opsPort: number,
  isNext: () => boolean,
  abort: AbortSignal | undefined,
): Promise<string | undefined> {
  const fallsAtFirst = supervised.falls;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  const where = { host: '127.0.0.1', port: opsPort };
  for (;;) {
    if (isNext() && (await statusOf(where, '/readyz', ANSWER_TIMEOUT_MS)) === 200) return undefined;
    if (supervised.falls - fallsAtFirst >= FALLS_BEFORE_GIVING_UP) return 'keeps falling';
    if (performance.now() > deadline) return 'does not become ready';
    await delay(POLL_MS);
    abort?.throwIfAborted();
  }
}

export const runFolder = (dataDir: string) => join(dataDir, 'run');
