/** The release before, from the repository's own history, and its processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, natsBinary } from '@muster/local-servers';
import { checkoutOf, lengthOf, until } from '@muster/test-kit';

/** This checkout. */
export const ROOT = join(import.meta.dirname, '../../..');
/**
 * The last commit whose cursors have no number for each reaction, and whose events travel in a stream. Its
 * services have the reactions of this one.
 */
const COMMIT = '3efd8cbd71a31027b989fd3949297517dc24f2b3';

/**
 * The checkout of the release before, installed once into the cache. In the short form, which runs
 * where the history may be missing, it is this checkout: a release without the added reaction.
 */
export const releaseBefore = (): string =>
  lengthOf({ full: 1, short: 0 }) === 0 ? ROOT : checkoutOf(ROOT, COMMIT);

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
