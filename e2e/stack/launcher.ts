// Starts launchers as a user would, as processes of their own, and sees what they leave behind.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { birthOf, freePort } from '@muster/tools/servers';
import { removeDataFolder } from '@muster/tools/stack';

/** A guard ends services first and servers then; a busy machine takes its time. */
export const PATIENCE = { timeout: 15_000 };
const UP = 'UP ';

const program = fileURLToPath(new URL('fixture-launcher.ts', import.meta.url));
const reset = fileURLToPath(new URL('../../tools/reset.ts', import.meta.url));

export type Facts = {
  baseUrl: string;
  databaseUrl: string;
  boardToken: string;
  boardTokenFile: string;
  pids: { name: string; replica: number; pid: number }[];
};

export type Launcher = {
  child: ChildProcess;
  pid: number;
  output: () => string;
  /** What it says of itself when it is up. */
  up: Promise<Facts>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

export type Place = { dataDir: string; port: number };

const launchers: Launcher[] = [];
const places: Place[] = [];

export async function newPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-stack-'));
  const place = { dataDir: join(folder, 'data'), port: await freePort() };
  places.push(place);
  return place;
}

export const environment = (place: Place): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/',
  PORT: String(place.port),
  MUSTER_DATA_DIR: place.dataDir,
  MUSTER_SEED: 'none',
});

/** A launcher that leads a process group of its own, as one started from a terminal does. */
export function start(place: Place, env: Record<string, string> = {}): Launcher {
  return follow([process.execPath, program], { ...environment(place), ...env });
}

export function runReset(place: Place): Launcher {
  return follow([process.execPath, reset], environment(place));
}

/** The same behind a program that passes no signal on; `runner` is its script. */
export function startBehind(runner: string, place: Place): Launcher {
  return follow([process.execPath, runner, process.execPath, program], environment(place));
}

function follow([command = '', ...args]: string[], env: Record<string, string>): Launcher {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const up = Promise.withResolvers<Facts>();
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    const line = output.split('\n').slice(0, -1).find((each) => each.startsWith(UP));
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

/** What is alive of these processes, each known by its birth and not by its number alone. */
export function watch(facts: Facts): () => string[] {
  const births = facts.pids.map(({ name, pid }) => ({ name, pid, birth: birthOf(pid) }));
  return () => births.filter(({ pid, birth }) => birthOf(pid) === birth).map(({ name }) => name);
}

/** Ends what a failed test left behind, and removes every folder. */
export async function cleanUp(): Promise<void> {
  for (const { child, ended } of launchers.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  for (const { dataDir } of places.splice(0)) {
    await removeDataFolder(dataDir);
    rmSync(dirname(dataDir), { recursive: true, force: true });
  }
}

type Connection = {
  connect(): Promise<void>;
  query(text: string): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
};
type Driver = { Client: new (options: { connectionString: string }) => Connection };

/** One statement on the stack's own database. The driver is that of the tools. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const tools = createRequire(new URL('../../tools/package.json', import.meta.url));
  const { Client } = tools('pg') as Driver;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export const readToken = (facts: Facts): string =>
  readFileSync(facts.boardTokenFile, 'utf8').trim();
