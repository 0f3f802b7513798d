/** The release before, from the repository's own history, and its processes. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, natsBinary } from '@muster/local-servers';
import { lengthOf, until } from '@muster/test-kit';

/** This checkout. */
export const ROOT = join(import.meta.dirname, '../../..');
/** Outside of `node_modules`, where Node runs no TypeScript. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'muster/releases');

/**
 * The last commit whose cursors have no number for each reaction, and whose events travel in a stream. Its
 * services have the reactions of this one.
 */
const COMMIT = '3efd8cbd71a31027b989fd3949297517dc24f2b3';

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

/** A NATS that keeps streams, which that of this release does not. */
export async function startStreamingNats(): Promise<{ url: string; stop: () => Promise<void> }> {
  const store = mkdtempSync(join(tmpdir(), 'muster-nats-'));
  const port = await freePort();
  const args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', store];
  const server = spawn(natsBinary(), args, { stdio: 'ignore' });
  await until('NATS', () => accepts(port));
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      await endRelease(server, 'SIGTERM');
      rmSync(store, { recursive: true, force: true });
    },
  };
}

const accepts = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
