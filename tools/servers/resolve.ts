import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from './folder.ts';
import { startGuard } from './guard.ts';
import type { Guard } from './guard.ts';
import { pidFile, STOP_GRACE_MS } from './local.ts';
import { startLocalNats } from './nats.ts';
import { startLocalPostgres } from './postgres.ts';
import { notedHome } from './postgres-home.ts';
import { endRecorded } from './processes.ts';
import { startLocalRedis } from './redis.ts';
import { givenServer } from './server.ts';
import type { LocalOptions, Server } from './server.ts';

const NAMES = ['postgres', 'nats', 'redis'];

export type GivenUrls = {
  databaseUrl?: string | undefined;
  natsUrl?: string | undefined;
  redisUrl?: string | undefined;
};

/** The servers that the environment names. */
export function givenUrls(env: NodeJS.ProcessEnv): GivenUrls {
  return {
    databaseUrl: env['DATABASE_URL'],
    natsUrl: env['NATS_URL'],
    redisUrl: env['REDIS_URL'],
  };
}

export type ServersOptions = {
  /** Where the data of servers of our own is kept. */
  folder: string;
  /** False gives up safety against a crash of the machine for speed: right for tests. */
  durable?: boolean;
  /** Servers that somebody else runs; see `givenUrls`. */
  given?: GivenUrls;
  /** Users of a NATS of our own, as its configuration has them. */
  natsUsers?: string | undefined;
  log?: (line: string) => void;
  /** Ends the servers when the launcher dies; by default they get one of their own. */
  guard?: Guard;
};

export type Servers = {
  postgres: Server;
  nats: Server;
  /** Undefined when there is none: the queue then lives in Postgres. */
  redis: Server | undefined;
  stop(): Promise<void>;
};

/** Each server on its own: the one given by address, else a container, else one of our own. */
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
  const bring = async <S extends Server | undefined>(
    name: string,
    url: string | undefined,
    local: (options: LocalOptions) => Promise<S>,
  ): Promise<S | Server> => {
    if (url !== undefined && url !== '') return givenServer(url);
    const users = name === 'nats' ? options.natsUsers : undefined;
    const place = { folder: join(folder, name), durable, users, guard, log };
    const server = (await inContainer(name, place)) ?? (await local(place));
    if (server !== undefined) started.push(server);
    return server;
  };
  const [postgres, nats, redis] = await Promise.allSettled([
    bring('postgres', given.databaseUrl, startLocalPostgres),
    bring('nats', given.natsUrl, startLocalNats),
    bring('redis', given.redisUrl, startLocalRedis),
  ]);
  if (postgres.status === 'fulfilled' && nats.status === 'fulfilled' &&
      redis.status === 'fulfilled') {
    return { postgres: postgres.value, nats: nats.value, redis: redis.value, stop };
  }
  await stop();
  throw [postgres, nats, redis].find((result) => result.status === 'rejected')?.reason;
}

/** Ends what a killed launcher left running, and deletes what `startServers` keeps. */
export async function removeServers(folder: string): Promise<void> {
  const places = NAMES.map((name) => join(folder, name));
  await Promise.all(
    places.map((place) => endRecorded(pidFile(place), 'SIGQUIT', STOP_GRACE_MS)),
  );
  const elsewhere = notedHome(join(folder, 'postgres'));
  if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

async function inContainer(
  name: string,
  place: LocalOptions,
): Promise<Server | undefined> {
  const { findEngine } = await import('./engine.ts');
  if (!(await findEngine(process.env))) return undefined;
  const { startContainer } = await import('./containers.ts');
  return startContainer(name, place);
}
