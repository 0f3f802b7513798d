/**
 * `pnpm bench:cold`: how long the README's first command takes in a fresh clone of the current commit,
 * from an empty package store and an empty data folder, phase by phase; then the same command again.
 * It needs the package registry.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { freePort } from '@muster/local-servers';
import { removeDataFolder } from '@muster/local/stack';
import { positive } from './options.ts';
import { keepPage, machine, table } from './page.ts';
import { median } from './statistics.ts';

const DEFAULT_ROUNDS = '3';
const START_TIMEOUT_MS = 300_000;

/** A phase ends with the first line that begins so. */
const PHASES = [
  ['install', 'Starting Muster'],
  ['servers', 'Postgres, NATS and'],
  ['set-up', 'Schemas and event stream'],
  ['services', 'Muster is up'],
] as const;

const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: DEFAULT_ROUNDS }, name: { type: 'string' } },
});
const rounds = positive('rounds', values.rounds);

/** Seconds of each phase, in their order. */
type Times = readonly number[];

interface Clone {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What the package manager keeps goes into the folder, so that nothing of this machine helps. */
function cloneInto(folder: string, port: number): Clone {
  execFileSync('git', ['clone', '--quiet', ROOT, join(folder, 'clone')]);
  // `pnpm bench:cold` has told its scripts not to install packages that are missing.
  const { pnpm_config_verify_deps_before_run: _, ...own } = process.env;
  const env = {
    ...own,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'packages'),
    XDG_STATE_HOME: join(folder, 'state'),
    npm_config_cache: join(folder, 'npm'),
    MUSTER_DATA_DIR: join(folder, 'data'),
    PORT: String(port),
  };
  return { folder: join(folder, 'clone'), env };
}

async function start({ folder, env }: Clone): Promise<Times> {
  const { packageManager } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const startedAt = performance.now();
  const child = spawn('npx', ['-y', packageManager, 'start'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: AbortSignal.timeout(START_TIMEOUT_MS),
  });
  try {
    return await phasesOf(child, startedAt);
  } finally {
    const ended = once(child, 'exit');
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}

async function phasesOf(child: ChildProcess, startedAt: number): Promise<Times> {
  const times: number[] = [];
  let before = startedAt;
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith(PHASES[times.length]?.[1] ?? '')) continue;
    const now = performance.now();
    times.push((now - before) / 1_000);
    before = now;
    if (times.length === PHASES.length) return times;
  }
  throw new Error(`the system did not start; it ended in phase ${PHASES[times.length]?.[0]}`);
}

async function round(): Promise<{ cold: Times; again: Times }> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-cold-'));
  try {
    const clone = cloneInto(folder, await freePort());
    return { cold: await start(clone), again: await start(clone) };
  } finally {
    await removeDataFolder(join(folder, 'data'));
    rmSync(folder, { recursive: true });
  }
}

const sum = (times: Times): number => times.reduce((all, time) => all + time, 0);
const shown = (seconds: number): string => seconds.toFixed(1);

const row = (name: string, all: readonly Times[]): string[] => [
  name,
  ...PHASES.map((_, phase) => shown(median(all.map((times) => times[phase] ?? Number.NaN)))),
  shown(median(all.map(sum))),
];

const found: { cold: Times; again: Times }[] = [];
while (found.length < rounds) {
  found.push(await round());
  process.stderr.write(`round ${found.length} of ${rounds}\n`);
}
const commit = execFileSync('git', ['-C', ROOT, 'log', '-1', '--format=%h %s'], {
  encoding: 'utf8',
});
const page = `${machine()}

${commit.trim()}

Seconds of \`npx -y pnpm start\` in a fresh clone, medians of ${rounds} rounds. *Cold* begins with an empty
package store and an empty data folder, and fetches every package; *again* is the same command once more.

${table([
  ['', ...PHASES.map(([phase]) => phase), 'sum'],
  row(
    'cold',
    found.map(({ cold }) => cold),
  ),
  row(
    'again',
    found.map(({ again }) => again),
  ),
])}`;
process.stdout.write(`${page}\n`);
if (values.name !== undefined) process.stderr.write(`${keepPage(values.name, page)}\n`);
