import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { privateFolder, writeSecret } from '@muster/private-files';
import { storedSecret } from './folder.ts';
import { pidFile, runLocal, STOP_GRACE_MS } from './local.ts';
import { rememberedPort } from './ports.ts';
import { endRecorded } from './processes.ts';
import type { LocalOptions, Server } from './server.ts';

const ANSWER_TIMEOUT_MS = 1_000;

/** Undefined if this machine has no redis-server: the queue is then in Postgres. */
export async function startLocalRedis(options: LocalOptions): Promise<Server | undefined> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  const folder = privateFolder(options.folder);
  await endRecorded(pidFile(folder), 'SIGTERM', STOP_GRACE_MS);
  const store = privateFolder(join(folder, 'store'));
  const configuration = join(folder, 'redis.conf');
  const port = await rememberedPort(join(folder, 'port'));
  const password = storedSecret(join(folder, 'password'));
  // In a file, because every user of the machine can read the command line.
  writeSecret(configuration, settings(port, password, store));
  return runLocal({
    ...options,
    name: 'redis',
    url: `redis://default:${password}@127.0.0.1:${port}`,
    command: 'redis-server',
    args: [configuration],
    isReady: () => isReady(port, password),
  });
}

// noeviction: a queue must never lose a job to free memory.
function settings(port: number, password: string, store: string): string {
  return `bind 127.0.0.1
port ${port}
requirepass ${password}
dir ${JSON.stringify(store)}
appendonly yes
save ""
maxmemory-policy noeviction
daemonize no
`;
}

/** True once it has loaded its data: until then it answers PING with LOADING. */
function isReady(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(received.includes('+PONG')));
  });
}
