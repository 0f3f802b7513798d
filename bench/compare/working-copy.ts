/** A checkout of the project, driven by the commands of its README and by HTTP alone. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@muster/local-servers';
import type { Target } from '../seed.ts';
import type { ControlGroup } from './control-group.ts';
import type { Settings } from './options.ts';

const TOKEN_BYTES = 32;
const POLL_MS = 10;
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

export interface WorkingCopy {
  readonly folder: string;
  /** The commit, whether files differ from it, and the settings. */
  readonly version: string;
  readonly settings: Settings;
}

export interface Running extends Target {
  /** The process that its command is; it leads a session of its own. */
  readonly pid: number;
  /** From the call of the command to the first 200 of /api/health. */
  readonly startSeconds: number;
  stop(): Promise<void>;
}

export function openWorkingCopy(folder: string, settings: Settings): WorkingCopy {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  const commit = git('log', '-1', '--format=%h %s') + (isChanged ? ', changed' : '');
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return { folder, version: [commit, ...pairs].join(', '), settings };
}

/** Runs `start` on this data folder, counted by this group, and answers when the system does. */
export async function startCopy(
  { folder, settings }: WorkingCopy,
  dataDir: string,
  group?: ControlGroup,
): Promise<Running> {
  const port = await freePort();
  const boardToken = `mst_board_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = runScript(
    folder,
    'start',
    dataDir,
    {
      PORT: String(port),
      MUSTER_SEED: 'none',
      MUSTER_BOARD_TOKEN: boardToken,
      ...settings,
    },
    group,
  );
  const stop = () => end(child);
  try {
    await answers(`${baseUrl}/api/health`, child, dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  const startSeconds = (performance.now() - startedAt) / 1_000;
  return { baseUrl, boardToken, pid: child.pid as number, startSeconds, stop };
}

/** Removes the data folder as `reset` does: parts of it may be elsewhere. */
export async function resetCopy({ folder }: WorkingCopy, dataDir: string): Promise<void> {
  const child = runScript(folder, 'reset', dataDir, {});
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`reset failed in ${folder}; see ${logOf(dataDir)}`);
}

/** As pnpm would: the script of the package, with the programs of the package first. */
function runScript(
  folder: string,
  name: 'start' | 'reset',
  dataDir: string,
  env: Record<string, string>,
  group?: ControlGroup,
): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const script = scripts[name];
  if (script === undefined) throw new Error(`${folder} has no script ${name}`);
  const log = openSync(logOf(dataDir), 'a');
  // The shell enters the group itself, so that no process of it comes before, and becomes the command:
  // a signal to the process then is one to the command.
  const command = group ? `echo $$ > "$0" || exit; exec env ${script}` : script;
  const child = spawn('/bin/sh', ['-c', command, ...(group ? [group.members] : [])], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? '/usr/bin:/bin'}`,
      HOME: homedir(),
      LANG: process.env['LANG'] ?? 'C.UTF-8',
      MUSTER_DATA_DIR: dataDir,
      ...env,
    },
  });
  closeSync(log);
  return child;
}

const logOf = (dataDir: string): string => `${dataDir}.log`;

async function answers(url: string, child: ChildProcess, dataDir: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const reply = await fetch(url).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.status === 200) return;
    await delay(POLL_MS);
  }
  throw new Error(`the system does not start:\n${readFileSync(logOf(dataDir), 'utf8')}`);
}

/** As Ctrl-C does. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGINT');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}
