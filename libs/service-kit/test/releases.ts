/** The release before, from the repository's own history, and its processes. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { lengthOf } from '@muster/test-kit';

const ROOT = join(import.meta.dirname, '../../..');
/** Outside of `node_modules`, where Node runs no TypeScript. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'muster/releases');

/** The last commit whose code has no subscriptions. */
const COMMIT = '1aa78406cb75b3c157202c6e428068c5386b70fb';

/** Installing a checkout from the store takes seconds, from the registry a minute. */
const INSTALL_MS = 300_000;

/**
 * The checkout of the release before, installed once into the cache. In the short form, which runs
 * where the history may be missing, it is this checkout: a release without the added reaction.
 */
export function releaseBefore(): string {
  if (lengthOf({ full: 1, short: 0 }) === 0) return ROOT;
  const checkout = join(CACHE, COMMIT);
  if (existsSync(checkout)) return checkout;
  const unfinished = `${checkout}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const tree = execFileSync('git', ['-C', ROOT, 'archive', COMMIT], { maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', unfinished], { input: tree });
    const install = ['-y', 'pnpm@12.21.0', 'install', '--prefer-offline', '--frozen-lockfile'];
    execFileSync('npx', [...install, '--config.trustLockfile=true'], {
      cwd: unfinished,
      timeout: INSTALL_MS,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(unfinished, checkout);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return checkout;
}

/** Resolves when the process has started. */
export async function startRelease(
  checkout: string,
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'release-process.ts');
  const child = spawn(process.execPath, [program, checkout], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the release before ended with ${String(code)}`);
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return child;
}

export async function endRelease(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
