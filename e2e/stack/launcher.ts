// Starts launchers as a user would, as processes of their own, and observes what they leave running.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { birthOf, freePort } from '@muster/local-servers';
import { removeDataFolder } from '@muster/local/stack';
import { COMPILE_CACHE } from '@muster/test-kit';

/** A guard ends services first and servers then, which takes its time on a busy machine. */
export const END_TIMEOUT_MS = 15_000;
const UP = 'UP ';

const program = fileURLToPath(new URL('fixture-launcher.ts', import.meta.url));
const reset = fileURLToPath(new URL('../../local/reset.ts', import.meta.url));

export interface Facts {
  baseUrl: string;
  databaseUrl: string;
  boardToken: string;
  boardTokenFile: string;
  pids: { name: string; replica: number; pid: number }[];
}

export interface Launcher {
  child: ChildProcess;
  pid: number;
  output: () => string;
  /** What the launcher reports when it is up. */
  up: Promise<Facts>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

export interface Location {
  dataDir: string;
  port: number;
}

const launchers: Launcher[] = [];
const locations: Location[] = [];

export async function newLocation(): Promise<Location> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-stack-'));
  const location = { dataDir: join(folder, 'data'), port: await freePort() };
  locations.push(location);
  return location;
}

export const environment = (location: Location): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  PORT: String(location.port),
  MUSTER_DATA_DIR: location.dataDir,
  MUSTER_SEED: 'none',
  MUSTER_PROCESSES: 'each',
});

/** A launcher that leads a process group of its own, as one started from a terminal does. */
export function start(location: Location, env: Record<string, string> = {}): Launcher {
  return follow([process.execPath, program], { ...environment(location), ...env });
}

export function runReset(location: Location): Launcher {
  return follow([process.execPath, reset], environment(location));
}

/** Starts the launcher from a program that forwards no signals; `runner` is its script. */
export function startUnderRunner(runner: string, location: Location): Launcher {
  return follow([process.execPath, runner, process.execPath, program], environment(location));
}

function follow([command = '', ...args]: string[], env: Record<string, string>): Launcher {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const up = Promise.withResolvers<Facts>();
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    const line = output
      .split('\n')
      .slice(0, -1)
      .find((each) => each.startsWith(UP));
    if (line !== undefined) up.resolve(JSON.parse(line.slice(UP.length)));
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  void ended.then(() => up.reject(new Error(`It ended before it was up:\n${output}`)));
  up.promise.catch(() => undefined);
  const launcher = { child, pid: child.pid ?? 0, output: () => output, up: up.promise, ended };
  launchers.push(launcher);
  return launcher;
}

/** Answers with the processes that are still alive, each identified by pid and birth. */
export function watch(facts: Facts): () => string[] {
  const births = facts.pids.map(({ name, pid }) => ({ name, pid, birth: birthOf(pid) }));
  return () => births.filter(({ pid, birth }) => birthOf(pid) === birth).map(({ name }) => name);
}

/** Ends what a failed test left running, and removes every folder. */
export async function cleanUp(): Promise<void> {
  for (const { child, ended } of launchers.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  for (const { dataDir } of locations.splice(0)) {
    await removeDataFolder(dataDir);
    rmSync(dirname(dataDir), { recursive: true, force: true });
  }
}

export const readToken = (facts: Facts): string =>
  readFileSync(facts.boardTokenFile, 'utf8').trim();
