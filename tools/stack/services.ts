import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../servers/index.ts';
import type { Guard } from '../servers/index.ts';
import { natsVariables } from './access.ts';
import type { Access } from './access.ts';
import { createReplica } from './replica.ts';
import { SERVICES } from './service-names.ts';
import type { ServiceName } from './service-names.ts';
import type { Replica } from './replica.ts';

export type Replicas = number | Partial<Record<ServiceName, number>>;

/** Only these two talk to Redis: heartbeat jobs, and rate limits shared by all gateways. */
const USES_REDIS: readonly ServiceName[] = ['gateway', 'scheduler'];

/** A young heap that grows little: six idle processes must fit into a laptop's spare memory. */
const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8'];

/** Where a process reaches a server, for the server's own address. */
export type AddressOf = (
  process: { service: ServiceName; replica: number },
  url: string,
) => Promise<string>;

export type Surroundings = {
  dataDir: string;
  access: Access;
  redisUrl: string | undefined;
  secretFile: string;
  masterKeyFile: string;
  boardTokenFile: string;
  gatewayPorts: readonly number[];
  env: Record<string, string>;
  addressOf: AddressOf;
  entry: (service: ServiceName) => string;
  guard: Guard;
  log: (line: string) => void;
};

export const countOf = (replicas: Replicas, service: ServiceName): number =>
  typeof replicas === 'number' ? replicas : (replicas[service] ?? 1);

export const entryOf = (service: ServiceName): string =>
  fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url));

/** Every process of every service, not yet started. */
export async function layOut(replicas: Replicas, around: Surroundings): Promise<Replica[]> {
  const all: Replica[] = [];
  for (const service of SERVICES) {
    for (let number = 1; number <= countOf(replicas, service); number += 1) {
      const opsPort = await freePort();
      const reach = (url: string) => around.addressOf({ service, replica: number }, url);
      const { url: natsUrl, seedFile } = around.access.nats(service);
      const addresses = {
        DATABASE_URL: await reach(around.access.databaseUrl(service)),
        ...natsVariables({ url: await reach(natsUrl), seedFile }),
        ...(around.redisUrl !== undefined && USES_REDIS.includes(service)
          ? { REDIS_URL: await reach(around.redisUrl) }
          : {}),
      };
      all.push(createReplica({
        service,
        number,
        opsPort,
        entry: around.entry(service),
        nodeFlags: NODE_FLAGS,
        env: {
          ...environment(service, number, around),
          ...addresses,
          OPS_PORT: String(opsPort),
          ...around.env,
        },
        dataDir: around.dataDir,
        guard: around.guard,
        log: around.log,
      }));
    }
  }
  return all;
}

// Beside the installed packages, so that every data folder profits; in the data folder if those
// belong to somebody else.
function compileCache(dataDir: string): string {
  const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, '.cache', 'muster');
  } catch {
    return join(dataDir, 'cache');
  }
}

/** What any program of ours is started with. */
export const plainEnvironment = (dataDir: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: homedir(),
  LANG: process.env['LANG'] ?? 'C.UTF-8',
  TZ: 'UTC',
  NODE_COMPILE_CACHE: compileCache(dataDir),
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
});

/** Where traces go, as the launcher was told: services tell them, programs of ours do not. */
const tracing = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('OTEL_') && value !== undefined ? [[name, value]] : []));

// A service sees what it needs and nothing of the launcher's own environment: that may hold keys.
function environment(
  service: ServiceName,
  number: number,
  around: Surroundings,
): Record<string, string> {
  const { dataDir, gatewayPorts } = around;
  const baseUrl = `http://127.0.0.1:${gatewayPorts[0]}`;
  const common = {
    ...plainEnvironment(dataDir),
    ...tracing(),
    REPLICA: `${service}-${number}`,
    MUSTER_SECRET_FILE: around.secretFile,
  };
  if (service === 'agents') return { ...common, MUSTER_MASTER_KEY_FILE: around.masterKeyFile };
  if (service === 'gateway') {
    return {
      ...common,
      HOST: '127.0.0.1',
      PORT: String(gatewayPorts[number - 1]),
      MUSTER_PUBLIC_URL: baseUrl,
      MUSTER_BOARD_TOKEN_FILE: around.boardTokenFile,
    };
  }
  if (service === 'scheduler') {
    return { ...common, MUSTER_API_URL: baseUrl, MUSTER_RUNS_DIR: join(dataDir, 'runs') };
  }
  return common;
}
