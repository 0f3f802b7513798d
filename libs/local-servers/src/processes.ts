import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Guard, Rank } from './guard.ts';
import { openLog, rotateLog } from './log-file.ts';

const ROTATE_MS = 60_000;
const POLL_MS = 20;

export interface Spawned {
  readonly pid: number;
  /** Resolves when the process has exited, with the cause. Never rejects. */
  readonly gone: Promise<string>;
  isGone(): boolean;
  signal(name: NodeJS.Signals): void;
}

export interface SpawnOptions {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  logFile: string;
  /** Records the process, so that a later start can end it if nothing else did. */
  pidFile: string;
  guard: Guard;
  rank: Rank;
  endSignal: NodeJS.Signals;
  user?: { uid: number; gid: number } | undefined;
}

/**
 * Start time of a process in the system's format; undefined if there is no such process. Together
 * with the id it identifies a process; an id alone may have been reused.
 */
export function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
      return text.replaceAll(/ +/g, '_').trim() || undefined;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted after the name, which is in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Starts a process as the leader of its own group, with its output directly in a file. */
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
  const rotating = setInterval(() => rotateLog(options.logFile), ROTATE_MS).unref();
  let isGone = false;
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => {
    isGone = true;
    clearInterval(rotating);
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

/** Signals the process, waits, and kills it after the grace period. */
export async function endSpawned(
  spawned: Spawned,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  spawned.signal(signal);
  // A stopped process handles no signal but SIGKILL until it continues.
  spawned.signal('SIGCONT');
  const late = new AbortController();
  const timer = pause(graceMs, 'late', { signal: late.signal }).catch(() => 'ended');
  if ((await Promise.race([spawned.gone, timer])) === 'late') spawned.signal('SIGKILL');
  late.abort();
  await spawned.gone;
}

/** Ends the process that an earlier launcher recorded and did not end. */
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
    await pause(POLL_MS);
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
    // It exited between the check and the signal.
  }
}
