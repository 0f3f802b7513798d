/**
 * The servers of a test run as containers of the images in deploy/compose.yaml, with `TEST_SERVERS=containers`: by
 * the engine that answers, podman or docker. Tests that start servers of their own do so as ever.
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { natsSettings } from './nats.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);
const COMPOSE = join(import.meta.dirname, '../../../deploy/compose.yaml');
/** A cluster is made first, on a busy machine. */
const READY_MS = 90_000;
const LOOK_MS = 1_000;
const POLL_MS = 100;
/** Asks Postgres for TLS, which answers with a letter. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export interface Containers {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  /** Ends and deletes them, with their data. */
  stop(): Promise<void>;
}

interface Container {
  readonly server: 'postgres' | 'nats' | 'redis';
  /** Of the server in its container. */
  readonly port: number;
  /** Options of the engine. */
  readonly options: readonly string[];
  /** Arguments of the image. */
  readonly args: readonly string[];
}

/** @param folder for the files with the password, which the servers read */
export async function startContainers(
  folder: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Containers> {
  const engine = ['podman', 'docker'].find((name) => spawnSync(name, ['info']).status === 0);
  if (engine === undefined) throw new Error('TEST_SERVERS=containers: no engine answers');
  const names: string[] = [];
  const stop = async (): Promise<void> => {
    if (names.length > 0) await run(engine, ['rm', '--force', '--volumes', ...names]);
  };
  const start = async ({ server, port, options, args }: Container): Promise<number> => {
    const published = await freePort();
    const name = `muster-test-${server}-${randomBytes(4).toString('hex')}`;
    names.push(name);
    const ports = ['--publish', `127.0.0.1:${published}:${port}`];
    const image = imageOf(server);
    await run(engine, ['run', '--detach', '--name', name, ...ports, ...options, image, ...args]);
    return published;
  };
  const password = randomBytes(16).toString('hex');
  try {
    const [postgres, nats, redis] = await Promise.all(
      containersWith(folder, password, parameters).map(start),
    );
    const databaseUrl = `postgres://muster:${password}@127.0.0.1:${postgres}/muster`;
    const ping = `AUTH ${password}\r\nPING\r\n`;
    await ready('postgres', () => answers(postgres ?? 0, SSL_REQUEST, 'N'));
    await ready('nats', () => answers(nats ?? 0, '', 'INFO '));
    await ready('redis', () => answers(redis ?? 0, ping, '+PONG'));
    return {
      databaseUrl,
      natsUrl: `nats://muster:${password}@127.0.0.1:${nats}`,
      redisUrl: `redis://default:${password}@127.0.0.1:${redis}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The official one, or a stand-in that deploy/images/servers.sh has made under its name. */
function imageOf(server: string): string {
  const [, image] = new RegExp(`image: (${server}:\\S+)`).exec(readFileSync(COMPOSE, 'utf8')) ?? [];
  if (image === undefined) throw new Error(`${COMPOSE} has no image of ${server}`);
  return image;
}

function containersWith(
  folder: string,
  password: string,
  parameters: Readonly<Record<string, string>>,
): Container[] {
  const given = (name: string, text: string, path: string): string[] => {
    // The user of an image reads it, in a folder that only this user enters.
    writeFileSync(join(folder, name), text, { mode: 0o444 });
    return ['--volume', `${join(folder, name)}:${path}:ro`];
  };
  const own = { max_connections: '200', timezone: 'UTC', fsync: 'off', ...parameters };
  const environment = ['POSTGRES_USER=muster', 'POSTGRES_DB=muster'];
  const secret = '/run/secrets/database-password';
  return [
    {
      server: 'postgres',
      port: 5_432,
      options: [
        ...[...environment, `POSTGRES_PASSWORD_FILE=${secret}`].flatMap((each) => ['--env', each]),
        ...given('postgres-password', password, secret),
      ],
      args: ['postgres', ...Object.entries(own).flatMap(([name, to]) => ['-c', `${name}=${to}`])],
    },
    {
      server: 'nats',
      port: 4_222,
      options: given(
        'nats.conf',
        natsSettings({ listen: '0.0.0.0:4222', password }),
        '/etc/nats/nats.conf',
      ),
      args: ['--config', '/etc/nats/nats.conf'],
    },
    {
      server: 'redis',
      port: 6_379,
      options: [],
      args: ['redis-server', '--save', '', '--requirepass', password],
    },
  ];
}

async function ready(server: string, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error(`The container of ${server} did not answer.`);
    await pause(POLL_MS);
  }
}

const answers = (port: number, say: string | Buffer, expected: string): Promise<boolean> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(say));
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(LOOK_MS, () => end(false));
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      if (heard.includes(expected)) end(true);
    });
    socket.once('error', () => end(false)).once('close', () => end(false));
  });
