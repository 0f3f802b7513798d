import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { keptSecret } from './folder.ts';
import { OWNER_ONLY, pidFile, runLocal, STOP_GRACE_MS } from './local.ts';
import { rememberedPort } from './ports.ts';
import { endRecorded } from './processes.ts';
import type { LocalOptions, Server } from './server.ts';

const ANSWER_TIMEOUT_MS = 1_000;

/** Undefined when this machine has no redis-server: the queue then lives in Postgres. */
export async function startLocalRedis(options: LocalOptions): Promise<Server | undefined> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  const { folder } = options;
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  await endRecorded(pidFile(folder), 'SIGTERM', STOP_GRACE_MS);
  const store = join(folder, 'store');
  const configuration = join(folder, 'redis.conf');
  const port = await rememberedPort(join(folder, 'port'));
  const password = keptSecret(join(folder, 'password'));
  // In a file and not on the command line, which every user of the machine can read.
  writeFileSync(configuration, settings(port, password, store), { mode: 0o600 });
  return runLocal({
    ...options,
    name: 'redis',
    url: `redis://default:${password}@127.0.0.1:${port}`,
    command: 'redis-server',
    args: [configuration],
    store,
    answers: () => answers(port, password),
  });
}

// A queue must never lose a job to make room, hence noeviction.
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
function answers(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(heard.includes('+PONG')));
  });
}
