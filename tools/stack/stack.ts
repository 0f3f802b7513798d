import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder, freePort, isFree, startGuard, startServers } from '../servers/index.ts';
import type { GivenUrls, Guard, Server, Servers } from '../servers/index.ts';
import { accessTo, setUpVariables } from './access.ts';
import type { Access } from './access.ts';
import { endLeftovers } from './leftovers.ts';
import type { Replica } from './replica.ts';
import { boardTokenFile, masterKeyFile, secretFile } from './secrets.ts';
import { countOf, entryOf, layOut, plainEnvironment } from './services.ts';
import type { AddressOf, Replicas } from './services.ts';
import type { ServiceName } from './service-names.ts';
import { setUpCommand } from './set-up.ts';
import type { SetUp } from './set-up.ts';
import { natsUsers } from './users.ts';

/** Root's database runs as another user, who must pass through to its own folder. */
const PASS_THROUGH = 0o711;
const OWNER_ONLY = 0o700;

export type StackOptions = {
  dataDir: string;
  /** The port of the first gateway; further ones get free ports. */
  port: number;
  replicas?: Replicas;
  /** False gives up safety against a crash of the machine for speed: right for tests. */
  durable?: boolean;
  boardToken?: string | undefined;
  given?: GivenUrls;
  /** Added to the environment of every service. */
  env?: Record<string, string>;
  /** Where each process reaches each server, if not at the server's own address. */
  addressOf?: AddressOf;
  log?: (line: string) => void;
  /** Gives up a start that is under way; what had been started is ended. */
  abort?: AbortSignal;
  /** The program of a service. */
  serviceEntry?: (service: ServiceName) => string;
};

export type Stack = {
  readonly baseUrl: string;
  /** All gateways. */
  readonly baseUrls: readonly string[];
  readonly boardToken: string;
  readonly boardTokenFile: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string | undefined;
  readonly servers: Omit<Servers, 'stop'>;
  /** How each service gets into Postgres and NATS. */
  readonly access: Access;
  /** Every process that is up, servers included. Replicas count from 1. */
  pids(): { name: string; replica: number; pid: number }[];
  /** Where each process of a service says how it is. */
  readonly opsUrls: readonly { service: string; replica: number; url: string }[];
  /** Without a replica: all of the service. Whoever falls is started again. */
  kill(service: ServiceName, replica?: number, signal?: NodeJS.Signals): void;
  pause(service: ServiceName, replica?: number): void;
  resume(service: ServiceName, replica?: number): void;
  whenReady(service?: ServiceName): Promise<void>;
  stop(): Promise<void>;
};

type Undo = (() => Promise<void>)[];

/** Brings up everything and answers when every service is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const mode = process.getuid?.() === 0 ? PASS_THROUGH : OWNER_ONLY;
  mkdirSync(options.dataDir, { recursive: true, mode });
  const dataDir = realpathSync(options.dataDir);
  for (const name of ['logs', 'run', 'runs']) {
    mkdirSync(join(dataDir, name), { recursive: true, mode: OWNER_ONLY });
  }
  const claim = await claimFolder(dataDir);
  const guard = startGuard();
  const undo: Undo = [() => claim.release(), () => guard.close()];
  const stop = once(async () => {
    for (const step of undo.toReversed()) await step();
  });
  try {
    await endLeftovers(dataDir);
    await refuseTakenPort(options.port);
    const stack = await bringUp({ ...options, dataDir }, guard, undo);
    return { ...stack, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(
  options: StackOptions,
  guard: Guard,
  undo: Undo,
): Promise<Omit<Stack, 'stop'>> {
  const { dataDir, port, replicas = 1, log = () => undefined } = options;
  const token = boardTokenFile(dataDir, options.boardToken);
  const servers = await bringServers(options, guard, log);
  undo.push(() => servers.stop());
  options.abort?.throwIfAborted();
  const gatewayPorts = await portsOf(port, countOf(replicas, 'gateway'));
  const access = accessTo(servers, options.given ?? {}, dataDir);
  const ending = new AbortController();
  const setUp = setUpOf(options, servers, access, ending.signal);
  const all = await layOut(replicas, {
    dataDir, access, guard, log, gatewayPorts,
    redisUrl: servers.redis?.url,
    secretFile: secretFile(dataDir),
    masterKeyFile: masterKeyFile(dataDir),
    boardTokenFile: token.file,
    env: options.env ?? {},
    addressOf: options.addressOf ?? ((_, url) => Promise.resolve(url)),
    entry: options.serviceEntry ?? entryOf,
  });
  undo.push(() => endInOrder(all), async () => ending.abort());
  await Promise.all(all.map((replica) => replica.start()));
  // Services wait for what the setup makes, so that neither has to be over before the other begins.
  await Promise.all([setUp(), ...all.map((replica) => replica.whenReady(options.abort))]);
  return {
    databaseUrl: servers.postgres.url,
    natsUrl: servers.nats.url,
    redisUrl: servers.redis?.url,
    ...handlesOf(all, servers),
    baseUrl: `http://127.0.0.1:${port}`,
    baseUrls: gatewayPorts.map((each) => `http://127.0.0.1:${each}`),
    boardToken: token.token,
    boardTokenFile: token.file,
    access,
    servers: { ...servers, nats: setUpWhenWiped(servers.nats, setUp) },
  };
}

const setUpOf = (
  { dataDir }: StackOptions,
  servers: Servers,
  access: Access,
  abort: AbortSignal,
): SetUp =>
  setUpCommand({
    dataDir, abort, env: { ...plainEnvironment(dataDir), ...setUpVariables(access, servers) },
  });

/** An empty NATS has no stream, and no service may make one. */
function setUpWhenWiped(nats: Server, setUp: SetUp): Server {
  const { wipe } = nats;
  if (wipe === undefined) return nats;
  return Object.create(nats, {
    wipe: {
      value: async () => {
        await wipe();
        await setUp('streams');
      },
    },
  }) as Server;
}

async function refuseTakenPort(port: number): Promise<void> {
  if (await isFree(port)) return;
  throw new Error(`Port ${port} is in use by another program; choose another one with PORT=….`);
}

async function bringServers(
  options: StackOptions,
  guard: Guard,
  log: (line: string) => void,
): Promise<Servers> {
  const servers = await startServers({
    folder: join(options.dataDir, 'servers'),
    durable: options.durable ?? true,
    given: options.given ?? {},
    natsUsers: natsUsers(options.dataDir),
    guard,
    log,
  });
  const queue = servers.redis === undefined ? 'the queue in Postgres' : 'Redis';
  log(`Postgres, NATS and ${queue} are up.`);
  return servers;
}

async function portsOf(first: number, count: number): Promise<number[]> {
  const ports = [first];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

// Whoever speaks to the outside stops first, then those whom it asks.
async function endInOrder(replicas: readonly Replica[]): Promise<void> {
  const isDoor = (replica: Replica) => replica.service === 'gateway';
  await Promise.all(replicas.filter(isDoor).map((replica) => replica.stop()));
  await Promise.all(replicas.filter((r) => !isDoor(r)).map((replica) => replica.stop()));
}

function handlesOf(replicas: readonly Replica[], servers: Servers) {
  const chosen = (service?: ServiceName, number?: number) => replicas.filter((replica) =>
    (service === undefined || replica.service === service) &&
    (number === undefined || replica.number === number));
  const send = (signal: NodeJS.Signals, service: ServiceName, number?: number) => {
    for (const replica of chosen(service, number)) replica.signal(signal);
  };
  const handles: Pick<Stack, 'pids' | 'opsUrls' | 'kill' | 'pause' | 'resume' | 'whenReady'> = {
    pids: () => [
      ...replicas.map(({ service, number, pid }) => ({ name: service, replica: number, pid })),
      { name: 'postgres', replica: 1, pid: servers.postgres.pid },
      { name: 'nats', replica: 1, pid: servers.nats.pid },
      { name: 'redis', replica: 1, pid: servers.redis?.pid },
    ].flatMap(({ pid, ...rest }) => (pid === undefined ? [] : [{ ...rest, pid }])),
    opsUrls: replicas.map(({ service, number, opsUrl }) => ({
      service, replica: number, url: opsUrl,
    })),
    kill: (service, replica, signal = 'SIGKILL') => send(signal, service, replica),
    pause: (service, replica) => send('SIGSTOP', service, replica),
    resume: (service, replica) => send('SIGCONT', service, replica),
    whenReady: async (service) => {
      await Promise.all(chosen(service).map((replica) => replica.whenReady()));
    },
  };
  return handles;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
