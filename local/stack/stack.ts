import { join } from 'node:path';
import {
  claimFolder,
  freePort,
  isFree,
  startGuard,
  startServers,
  type GivenUrls,
  type Guard,
  type Servers,
} from '@muster/local-servers';
import { signingKeyFiles } from '@muster/setup/signing-key-files';
import { accessTo, setupVariables, type Access } from './access.ts';
import { controlsOf, endInOrder, type Controls } from './controls.ts';
import { openDataFolder } from './data-folder.ts';
import { plainEnvironment } from './environment.ts';
import { endLeftovers } from './leftovers.ts';
import type { Replica } from './replica.ts';
import { runStep } from './run-step.ts';
import { createRunner, isolationOf, type LocalRunner } from './runner.ts';
import { boardTokenFile, formerWebhookSecret, masterKeyFile } from './secrets.ts';
import {
  countOf,
  entryOf,
  createReplicas,
  type AddressOf,
  type ReplicaContext,
  type Replicas,
} from './services.ts';
import type { ServiceName } from './service-names.ts';
import { setupCommand, type Setup } from './setup-command.ts';
import { keyFolder } from './users.ts';
import { requireDocumented, settingsOf, type Settings } from './variables.ts';

export interface StackOptions {
  dataDir: string;
  /** Port of the first gateway; other gateways get free ports. */
  port: number;
  replicas?: Replicas;
  /** False trades durability in a crash of the machine for speed; for tests. */
  durable?: boolean;
  boardToken?: string | undefined;
  given?: GivenUrls;
  /** Parameters of a Postgres that this starts, such as those of archiving. */
  postgresParameters?: Readonly<Record<string, string>>;
  /** Variables of docs/configuration.md; each goes to the processes that document it. */
  settings?: Settings;
  /**
   * Folders that agents may name as their cwd where all of them are this user, in sandboxes
   * (MUSTER_LOCAL_ROOTS of the settings replaces them). Asked for once the data folder is open.
   */
  workFolders?: () => readonly string[];
  /** Further flags of Node for every service. */
  nodeFlags?: readonly string[];
  /** The address at which each process reaches each server; by default the server's own. */
  addressOf?: AddressOf;
  log?: (line: string) => void;
  /** Aborts a start in progress and ends the processes that it has started. */
  abort?: AbortSignal;
  /** Path of the program of a service, asked for at each start of a process. */
  serviceEntry?: (service: ServiceName, replica: number) => string;
}

export interface Stack extends Controls {
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
  /** Asks the runner what keeps the programs of agents apart; the answer is one line. */
  isolation(): Promise<string>;
  stop(): Promise<void>;
}

type Undo = (() => Promise<void>)[];

/** Starts everything, and resolves when every service is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  requireDocumented(options.settings ?? {});
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
  const { port, replicas = 1, log = () => undefined } = options;
  const servers = await startOwnServers(options, guard, undo, log);
  options.abort?.throwIfAborted();
  const access = accessTo(servers, options.given ?? {}, options.dataDir);
  const ending = new AbortController();
  const setUp = setupOf(options, servers, access, ending.signal);
  const token = boardTokenFile(options.dataDir, options.boardToken);
  const gatewayPorts = await portsOf(port, countOf(replicas, 'gateway'));
  const { services, runner } = await createProcesses(options, {
    access,
    guard,
    log,
    gatewayPorts,
    redisUrl: servers.redis?.url,
    boardTokenFile: token.file,
  });
  const all = [...services, runner.replica];
  undo.push(
    () => endInOrder(all),
    async () => ending.abort(),
  );
  await Promise.all(all.map((replica) => replica.start()));
  // Services wait for the result of the setup command, so all start at the same time.
  await Promise.all([
    setUp().then(() => log('The schemas are set up.')),
    ...all.map((replica) => replica.whenReady(options.abort)),
  ]);
  log('The services and the runner are ready.');
  return {
    databaseUrl: servers.postgres.url,
    natsUrl: servers.nats.url,
    redisUrl: servers.redis?.url,
    ...controlsOf(all, servers),
    isolation: () => isolationOf(runner, options),
    baseUrl: `http://127.0.0.1:${port}`,
    baseUrls: gatewayPorts.map((each) => `http://127.0.0.1:${each}`),
    boardToken: token.token,
    boardTokenFile: token.file,
    access,
    servers,
  };
}

type Given = Pick<
  ReplicaContext,
  'access' | 'guard' | 'log' | 'gatewayPorts' | 'redisUrl' | 'boardTokenFile'
>;

/** The services and the runner, not yet started. */
async function createProcesses(
  options: StackOptions,
  given: Given,
): Promise<{ services: Replica[]; runner: LocalRunner }> {
  const { dataDir, replicas = 1, settings = {}, nodeFlags = [], workFolders = () => [] } = options;
  const { addressOf, serviceEntry } = options;
  const { guard, log } = given;
  const runner = await createRunner({ dataDir, settings, workFolders, guard, log });
  const services = await createReplicas(replicas, {
    ...given,
    dataDir,
    runner,
    settings,
    nodeFlags,
    masterKeyFile: masterKeyFile(dataDir),
    signing: signingKeyFiles(keyFolder(dataDir)),
    formerWebhookSecret: formerWebhookSecret(dataDir),
    addressOf: addressOf ?? ((_, url) => Promise.resolve(url)),
    entry: serviceEntry ?? entryOf,
  });
  return { services, runner };
}

const setupOf = (
  { dataDir, settings = {} }: StackOptions,
  servers: Servers,
  access: Access,
  abort: AbortSignal,
): Setup =>
  setupCommand({
    dataDir,
    abort,
    env: {
      ...plainEnvironment(dataDir),
      ...settingsOf('setup', settings),
      ...setupVariables(access, servers),
    },
  });

async function refuseTakenPort(port: number): Promise<void> {
  if (await isFree(port)) return;
  throw new Error(`Port ${port} is in use by another program; choose another port with PORT=….`);
}

async function startOwnServers(
  options: StackOptions,
  guard: Guard,
  undo: Undo,
  log: (line: string) => void,
): Promise<Servers> {
  const natsUsers = runStep('make-keys', [options.dataDir], options);
  // Nobody awaits it before the end of this function where NATS is given.
  natsUsers.catch(() => undefined);
  const servers = await startServers({
    folder: join(options.dataDir, 'servers'),
    durable: options.durable ?? true,
    given: options.given ?? {},
    postgresParameters: options.postgresParameters,
    natsUsers,
    guard,
    log,
  });
  undo.push(() => servers.stop());
  await natsUsers;
  const queue = servers.redis === undefined ? 'the job queue in Postgres' : 'Redis';
  log(`Postgres, NATS and ${queue} are up.`);
  return servers;
}

async function portsOf(first: number, count: number): Promise<number[]> {
  const ports = [first];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
