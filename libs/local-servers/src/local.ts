import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endSpawned, spawnOwned, type Spawned } from './processes.ts';
import type { LocalOptions, Server } from './server.ts';
import { supervise } from './supervise.ts';

const START_TIMEOUT_MS = 30_000;
export const STOP_GRACE_MS = 5_000;
const POLL_MS = 10;

export type LocalSpec = LocalOptions & {
  name: string;
  url: string;
  command: string;
  args: readonly string[];
  isReady: () => Promise<boolean>;
};

/** Runs a server that needs only a command and a readiness probe. */
export async function runLocal(spec: LocalSpec): Promise<Server> {
  const supervised = supervise({
    name: spec.name,
    launch: () => launch(spec),
    endSignal: 'SIGTERM',
    graceMs: STOP_GRACE_MS,
    log: spec.log,
  });
  await supervised.start();
  return {
    url: spec.url,
    get pid() {
      return supervised.pid;
    },
    stop: () => supervised.stop(),
    kill: (signal) => supervised.kill(signal),
    restart: () => supervised.restart(),
  };
}

/** Starts its process, and waits until it is ready. */
async function launch(spec: LocalSpec): Promise<Spawned> {
  const logFile = join(spec.folder, 'server.log');
  const spawned = spawnOwned({
    command: spec.command,
    args: spec.args,
    env: { PATH: process.env['PATH'] ?? '', HOME: spec.folder, TZ: 'UTC' },
    cwd: spec.folder,
    logFile,
    pidFile: pidFile(spec.folder),
    guard: spec.guard,
    rank: 2,
    endSignal: 'SIGTERM',
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!spawned.isGone() && performance.now() < deadline) {
    if (await spec.isReady()) return spawned;
    await pause(POLL_MS);
  }
  await endSpawned(spawned, 'SIGKILL', 0);
  throw new Error(`${spec.name} did not start; see ${logFile}.`);
}

export const pidFile = (folder: string) => join(folder, 'pid');
