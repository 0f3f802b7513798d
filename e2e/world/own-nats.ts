/** A NATS server with the files of compose.yaml and keys of its own, in a folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, natsBinary, spawnOwned, startGuard, statusOf } from '@muster/local-servers';
import { makeNatsKeys } from '@muster/setup/nats-keys';
import { until } from '@muster/test-kit';
import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node';

const deploy = join(import.meta.dirname, '../../deploy');

export interface OwnNats {
  readonly url: string;
  readonly monitorUrl: string;
  /** With the seeds and the public keys. */
  readonly keys: string;
  seedFile(user: string): string;
  /** A connection with that user's key and inbox. */
  connect(user: string, seed?: Uint8Array): Promise<NatsConnection>;
  /** Gives the server the public keys that are in the folder of the keys. */
  takeKeys(): void;
  reload(): void;
  stop(): Promise<void>;
}

export async function startOwnNats(folder: string): Promise<OwnNats> {
  const [home, keys] = [join(folder, 'nats'), join(folder, 'keys')];
  mkdirSync(home, { recursive: true });
  makeNatsKeys(keys);
  const [port, monitorPort] = [await freePort(), await freePort()];
  const text = readFileSync(join(deploy, 'nats/nats.conf'), 'utf8')
    .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${monitorPort}`);
  writeFileSync(join(home, 'nats.conf'), text);
  copyFileSync(join(deploy, 'chart/files/nats-users.conf'), join(home, 'nats-users.conf'));
  const takeKeys = () => copyFileSync(join(keys, 'nats-keys.conf'), join(home, 'nats-keys.conf'));
  takeKeys();
  const guard = startGuard();
  const spawned = spawnOwned({
    command: natsBinary(),
    args: ['--config', 'nats.conf'],
    env: {},
    cwd: home,
    logFile: join(home, 'log'),
    pidFile: join(home, 'pid'),
    guard,
    rank: 1,
    endSignal: 'SIGTERM',
  });
  await until('a NATS server', async () =>
    (await statusOf({ host: '127.0.0.1', port: monitorPort }, '/healthz', 1_000)) === 200
      ? true
      : undefined,
  );
  const url = `nats://127.0.0.1:${port}`;
  const seedFile = (user: string) => join(keys, `nkey-${user}`);
  return {
    url,
    monitorUrl: `http://127.0.0.1:${monitorPort}`,
    keys,
    seedFile,
    connect: (user, seed = readFileSync(seedFile(user))) =>
      connect({
        servers: url,
        authenticator: nkeyAuthenticator(seed),
        inboxPrefix: `_INBOX.${user}`,
        reconnect: false,
      }),
    takeKeys,
    reload: () => spawned.signal('SIGHUP'),
    stop: async () => {
      spawned.signal('SIGTERM');
      await spawned.gone;
      await guard.close();
    },
  };
}

const root = join(import.meta.dirname, '../..');

/** Runs a program of the repository to its end; throws with its output where it fails. */
export async function runProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, [join(root, path), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${path} exited with ${code}: ${output}`);
}
