import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from './folder.ts';
import { startGuard, type Guard } from './guard.ts';
import { pidFile, STOP_GRACE_MS } from './local.ts';
import { startLocalNats } from './nats.ts';
import { startLocalPostgres } from './postgres.ts';
import { recordedHome } from './postgres-home.ts';
import { endRecorded } from './processes.ts';
import { startLocalRedis } from './redis.ts';
import { givenServer, type LocalOptions, type Server } from './server.ts';

const NAMES = ['postgres', 'nats', 'redis'];

export interface GivenUrls {
  databaseUrl?: string | undefined;
  natsUrl?: string | undefined;
  redisUrl?: string | undefined;
}

/** The servers that the environment names. */
export function givenUrls(env: NodeJS.ProcessEnv): GivenUrls {
  return {
    databaseUrl: env['DATABASE_URL'],
    natsUrl: env['NATS_URL'],
    redisUrl: env['REDIS_URL'],
  };
}

export interface ServersOptions {
  /** Folder of the data of servers that this starts. */
  folder: string;
  /** False: faster, but data may be lost if the machine crashes; for tests. */
  durable?: boolean;
  /** Parameters of a Postgres that this starts. */
  postgresParameters?: Readonly<Record<string, string>> | undefined;
  /** Servers that are already running; see `givenUrls`. */
  given?: GivenUrls;
  /** Further users of a NATS server that this starts, in its configuration format. */
  natsUsers?: Promise<string> | undefined;
  log?: (line: string) => void;
  /** Ends the servers when the launcher dies; by default a guard of their own. */
  guard?: Guard;
}

export interface Servers {
  postgres: Server;
  nats: Server;
  /** Undefined if there is none: the queue is then in Postgres. */
  redis: Server | undefined;
  stop(): Promise<void>;
}

/** Each server separately: the one given by URL, else a local process. */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const { folder, durable = true, given = {}, log = () => undefined } = options;
  const claim = await claimFolder(folder);
  const guard = options.guard ?? startGuard();
  const started: Server[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    if (options.guard === undefined) await guard.close();
    await claim.release();
  };
  const provide = async <S extends Server | undefined>(
    name: string,
    url: string | undefined,
    local: (options: LocalOptions) => Promise<S>,
  ): Promise<S | Server> => {
    if (url !== undefined && url !== '') return givenServer(url);
    const users = name === 'nats' ? await options.natsUsers : undefined;
    const parameters = options.postgresParameters;
    const localOptions = { folder: join(folder, name), durable, users, parameters, guard, log };
    const server = await local(localOptions);
    if (server !== undefined) started.push(server);
    return server;
  };
  const [postgres, nats, redis] = await Promise.allSettled([
    provide('postgres', given.databaseUrl, startLocalPostgres),
    provide('nats', given.natsUrl, startLocalNats),
    provide('redis', given.redisUrl, startLocalRedis),
  ]);
  if (
    postgres.status === 'fulfilled' &&
    nats.status === 'fulfilled' &&
    redis.status === 'fulfilled'
  ) {
    return { postgres: postgres.value, nats: nats.value, redis: redis.value, stop };
  }
  await stop();
  throw [postgres, nats, redis].find((result) => result.status === 'rejected')?.reason;
}

/** Ends servers that a killed launcher left running, and deletes their data. */
export async function removeServers(folder: string): Promise<void> {
  const folders = NAMES.map((name) => join(folder, name));
  await Promise.all(folders.map((each) => endRecorded(pidFile(each), 'SIGQUIT', STOP_GRACE_MS)));
  const given = recordedHome(join(folder, 'postgres'));
  if (given !== undefined) rmSync(given, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
