import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Guard, Rank } from './guard.ts';

const LOG_KEPT_BYTES = 20 * 1024 * 1024;
const POLL_MS = 20;

export type Spawned = {
  readonly pid: number;
  /** Settles when the process is gone, with a sentence about how. Never rejects. */
  readonly gone: Promise<string>;
  isGone(): boolean;
  signal(name: NodeJS.Signals): void;
};

export type SpawnOptions = {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  logFile: string;
  /** Where the process is recorded, so that a later start can end it if everything else failed. */
  pidFile: string;
  guard: Guard;
  rank: Rank;
  endSignal: NodeJS.Signals;
  user?: { uid: number; gid: number } | undefined;
};

/**
 * When a process was born, in the words of its system; undefined when there is none.
 * Id and birth together name a process; an id alone may have been given to a stranger.
 */
export function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
      return text.replaceAll(/ +/g, '_').trim() || undefined;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted behind the name, which stands in parentheses and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Starts a process as the leader of its own group, with its output going straight to a file. */
export function spawnOwned(options: SpawnOptions): Spawned {
  const log = openLog(options.logFile);
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log],
    ...options.user,
  });
  closeSync(log);
  let isGone = false;
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => {
    isGone = true;
    if (child.pid !== undefined) options.guard.drop(child.pid);
    rmSync(options.pidFile, { force: true });
    return how;
  });
  const pid = child.pid ?? 0;
  const birth = pid > 0 ? birthOf(pid) : undefined;
  if (birth !== undefined) {
    options.guard.add(pid, birth, options.rank, options.endSignal);
    mkdirSync(dirname(options.pidFile), { recursive: true });
    writeFileSync(options.pidFile, `${pid} ${birth}\n`);
  }
  return {
    pid,
    gone,
    isGone: () => isGone,
    signal: (name) => {
      if (!isGone && pid > 0) signalGroup(pid, name);
    },
  };
}

/** Asks, waits, and after the grace period stops asking. */
export async function endSpawned(
  spawned: Spawned,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  spawned.signal(signal);
  // A paused process hears nothing but SIGKILL until it goes on.
  spawned.signal('SIGCONT');
  const late = new AbortController();
  const timer = delay(graceMs, 'late', { signal: late.signal }).catch(() => 'ended');
  if ((await Promise.race([spawned.gone, timer])) === 'late') spawned.signal('SIGKILL');
  late.abort();
  await spawned.gone;
}

/** Ends the process that an earlier launcher recorded and left behind. */
export async function endRecorded(
  pidFile: string,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  const [pid, birth] = readRecord(pidFile);
  if (pid === undefined) return;
  const isAlive = () => birthOf(pid) === birth;
  if (isAlive()) signalGroup(pid, signal);
  for (let waited = 0; isAlive(); waited += POLL_MS) {
    if (waited >= graceMs) signalGroup(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
  rmSync(pidFile, { force: true });
}

function readRecord(pidFile: string): [number, string] | [undefined] {
  try {
    const [pid, birth] = readFileSync(pidFile, 'utf8').trim().split(' ');
    return birth === undefined ? [undefined] : [Number(pid), birth];
  } catch {
    return [undefined];
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > LOG_KEPT_BYTES ? 'w' : 'a', 0o600);
}
