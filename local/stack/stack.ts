import { join } from 'node:path';
import {
  claimFolder,
  freePort,
  isFree,
  startGuard,
  startServers,
  type GivenUrls,
  type Guard,
  type Server,
  type Servers,
} from '@muster/local-servers';
import { makeSigningKeys } from '@muster/setup/signing-keys';
import { accessTo, setupVariables, type Access } from './access.ts';
import { openDataFolder } from './data-folder.ts';
import { endLeftovers } from './leftovers.ts';
import type { Replica } from './replica.ts';
import { boardTokenFile, formerWebhookSecret, masterKeyFile } from './secrets.ts';
import {
  countOf,
  entryOf,
  createReplicas,
  plainEnvironment,
  type AddressOf,
  type Replicas,
} from './services.ts';
import type { ServiceName } from './service-names.ts';
import { setupCommand, type Setup } from './setup-command.ts';
import { keyFolder, natsUsers } from './users.ts';

export interface StackOptions {
  dataDir: string;
  /** Port of the first gateway; other gateways get free ports. */
  port: number;
  replicas?: Replicas;
  /** False trades durability in a crash of the machine for speed; for tests. */
  durable?: boolean;
  boardToken?: string | undefined;
  given?: GivenUrls;
  /** Added to the environment of every service. */
  env?: Record<string, string>;
  /** The address at which each process reaches each server; by default the server's own. */
  addressOf?: AddressOf;
  log?: (line: string) => void;
  /** Aborts a start in progress and ends the processes that it has started. */
  abort?: AbortSignal;
  /** Path of the program of a service. */
  serviceEntry?: (service: ServiceName) => string;
}

export interface Stack {
  readonly baseUrl: string;
  /** All gateways. */
  readonly baseUrls: readonly string[];
  readonly boardToken: string;
  readonly boardTokenFile: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string | undefined;
  readonly servers: Omit<Servers, 'stop'>;
  /** How each service signs in to Postgres and NATS. */
  readonly access: Access;
  /** Every running process, including servers. Replicas count from 1. */
  pids(): { name: string; replica: number; pid: number }[];
  /** Ops URL of each process of a service. */
  readonly opsUrls: readonly { service: string; replica: number; url: string }[];
  /** Signals a replica, or all of the service; a killed process is restarted. */
  kill(service: ServiceName, replica?: number, signal?: NodeJS.Signals): void;
  pause(service: ServiceName, replica?: number): void;
  resume(service: ServiceName, replica?: number): void;
  whenReady(service?: ServiceName): Promise<void>;
  stop(): Promise<void>;
}

type Undo = (() => Promise<void>)[];

/** Starts everything, and resolves when every service is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = openDataFolder(options.dataDir);
  const claim = await claimFolder(dataDir);
  const guard = startGuard();
  const undo: Undo = [() => claim.release(), () => guard.close()];
  const stop = once(async () => {
    for (const step of undo.toReversed()) await step();
  });
  try {
    await endLeftovers(dataDir);
    await refuseTakenPort(options.port);
    const stack = await startProcesses({ ...options, dataDir }, guard, undo);
    return { ...stack, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startProcesses(
  options: StackOptions,
  guard: Guard,
  undo: Undo,
): Promise<Omit<Stack, 'stop'>> {
  const { dataDir, port, replicas = 1, log = () => undefined } = options;
  const token = boardTokenFile(dataDir, options.boardToken);
  const servers = await startOwnServers(options, guard, log);
  undo.push(() => servers.stop());
  options.abort?.throwIfAborted();
  const gatewayPorts = await portsOf(port, countOf(replicas, 'gateway'));
  const access = accessTo(servers, options.given ?? {}, dataDir);
  const ending = new AbortController();
  const setUp = setupOf(options, servers, access, ending.signal);
  const all = await createReplicas(replicas, {
    dataDir,
    access,
    guard,
    log,
    gatewayPorts,
    redisUrl: servers.redis?.url,
    masterKeyFile: masterKeyFile(dataDir),
    signing: makeSigningKeys(keyFolder(dataDir)),
    formerWebhookSecret: formerWebhookSecret(dataDir),
    boardTokenFile: token.file,
    env: options.env ?? {},
    addressOf: options.addressOf ?? ((_, url) => Promise.resolve(url)),
    entry: options.serviceEntry ?? entryOf,
  });
  undo.push(
    () => endInOrder(all),
    async () => ending.abort(),
  );
  await Promise.all(all.map((replica) => replica.start()));
  // Services wait for the result of the setup command, so all start at the same time.
  await Promise.all([setUp(), ...all.map((replica) => replica.whenReady(options.abort))]);
  return {
    databaseUrl: servers.postgres.url,
    natsUrl: servers.nats.url,
    redisUrl: servers.redis?.url,
    ...controlsOf(all, servers),
    baseUrl: `http://127.0.0.1:${port}`,
    baseUrls: gatewayPorts.map((each) => `http://127.0.0.1:${each}`),
    boardToken: token.token,
    boardTokenFile: token.file,
    access,
    servers: { ...servers, nats: setupAfterWipe(servers.nats, setUp) },
  };
}

const setupOf = (
  { dataDir }: StackOptions,
  servers: Servers,
  access: Access,
  abort: AbortSignal,
): Setup =>
  setupCommand({
    dataDir,
    abort,
    env: { ...plainEnvironment(dataDir), ...setupVariables(access, servers) },
  });

/** Runs the setup command for an emptied NATS: services may not create streams. */
function setupAfterWipe(nats: Server, setUp: Setup): Server {
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
  throw new Error(`Port ${port} is in use by another program; choose another port with PORT=….`);
}

async function startOwnServers(
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
  const queue = servers.redis === undefined ? 'the job queue in Postgres' : 'Redis';
  log(`Postgres, NATS and ${queue} are up.`);
  return servers;
}

async function portsOf(first: number, count: number): Promise<number[]> {
  const ports = [first];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

// Gateways stop first: the other services must still answer while they drain.
async function endInOrder(replicas: readonly Replica[]): Promise<void> {
  const isGateway = (replica: Replica) => replica.service === 'gateway';
  await Promise.all(replicas.filter(isGateway).map((replica) => replica.stop()));
  await Promise.all(replicas.filter((r) => !isGateway(r)).map((replica) => replica.stop()));
}

function controlsOf(replicas: readonly Replica[], servers: Servers) {
  const chosen = (service?: ServiceName, number?: number) =>
    replicas.filter(
      (replica) =>
        (service === undefined || replica.service === service) &&
        (number === undefined || replica.number === number),
    );
  const send = (signal: NodeJS.Signals, service: ServiceName, number?: number) => {
    for (const replica of chosen(service, number)) replica.signal(signal);
  };
  const handles: Pick<Stack, 'pids' | 'opsUrls' | 'kill' | 'pause' | 'resume' | 'whenReady'> = {
    pids: () =>
      [
        ...replicas.map(({ service, number, pid }) => ({ name: service, replica: number, pid })),
        { name: 'postgres', replica: 1, pid: servers.postgres.pid },
        { name: 'nats', replica: 1, pid: servers.nats.pid },
        { name: 'redis', replica: 1, pid: servers.redis?.pid },
      ].flatMap(({ pid, ...rest }) => (pid === undefined ? [] : [{ ...rest, pid }])),
    opsUrls: replicas.map(({ service, number, opsUrl }) => ({
      service,
      replica: number,
      url: opsUrl,
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
