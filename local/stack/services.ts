import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type Guard } from '@muster/local-servers';
import { privateFolder, writeSecret } from '@muster/private-files';
import type { SigningKeyFiles } from '@muster/setup/signing-key-files';
import { natsVariables, type Access } from './access.ts';
import { boardFolder } from './board.ts';
import { NODE_FLAGS, plainEnvironment } from './environment.ts';
import { exampleSetting } from './example-agent.ts';
import { createReplica, type OpsPort, type Replica } from './replica.ts';
import { runnersSetting, type LocalRunner } from './runner.ts';
import { SERVICES, type ServiceName } from './service-names.ts';
import { keyFolder } from './users.ts';
import { settingsOf, type Settings } from './variables.ts';

/** How many processes each service has; `together`: all services are in one process. */
export type Replicas = number | Partial<Record<ServiceName, number>> | 'together';

const TOGETHER = fileURLToPath(new URL('../services.ts', import.meta.url));

/** The services that use Redis: for rate limits that all gateways share, and for heartbeat jobs. */
const USES_REDIS: readonly ServiceName[] = ['gateway', 'scheduler'];

/** The address at which a process reaches a server, given the server's own address. */
export type AddressOf = (
  process: { service: ServiceName; replica: number },
  url: string,
) => Promise<string>;

export interface ReplicaContext {
  dataDir: string;
  access: Access;
  redisUrl: string | undefined;
  masterKeyFile: string;
  signing: SigningKeyFiles;
  formerWebhookSecret: Record<string, string>;
  boardTokenFile: string;
  gatewayPorts: readonly number[];
  runner: LocalRunner;
  settings: Settings;
  nodeFlags: readonly string[];
  addressOf: AddressOf;
  entry: (service: ServiceName, replica: number) => string;
  guard: Guard;
  log: (line: string) => void;
}

export const countOf = (replicas: Replicas, service: ServiceName): number =>
  typeof replicas === 'number' ? replicas : replicas === 'together' ? 1 : (replicas[service] ?? 1);

export const entryOf = (service: ServiceName): string =>
  fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url));

const addressAt = (port: number): string => `http://127.0.0.1:${port}`;

/** Every process of every service, not yet started. */
export async function createReplicas(
  replicas: Replicas,
  context: ReplicaContext,
): Promise<Replica[]> {
  const { dataDir, guard, log } = context;
  const starts = await startsOf(replicas, context);
  const nodeFlags = [...NODE_FLAGS, ...context.nodeFlags];
  if (replicas !== 'together') {
    return starts.map(({ service, number, port, env }) =>
      createReplica({
        name: service,
        number,
        entry: () => [context.entry(service, number)],
        nodeFlags,
        env,
        opsPorts: [{ service, port }],
        dataDir,
        guard,
        log,
      }),
    );
  }
  const file = join(privateFolder(keyFolder(dataDir)), 'services.json');
  const environments = Object.fromEntries(starts.map(({ service, env }) => [service, env]));
  writeSecret(file, JSON.stringify(environments));
  return [
    createReplica({
      name: 'services',
      number: 1,
      entry: () => [TOGETHER, file],
      nodeFlags,
      env: plainEnvironment(dataDir),
      opsPorts: starts,
      dataDir,
      guard,
      log,
    }),
  ];
}

interface ReplicaStart extends OpsPort {
  readonly service: ServiceName;
  readonly number: number;
  readonly env: Record<string, string>;
}

/** What each replica of each service finds in its environment. */
async function startsOf(replicas: Replicas, context: ReplicaContext): Promise<ReplicaStart[]> {
  const all: ReplicaStart[] = [];
  const { runner } = context;
  for (const service of SERVICES) {
    for (let number = 1; number <= countOf(replicas, service); number += 1) {
      const port = await freePort();
      const reach = (url: string) => context.addressOf({ service, replica: number }, url);
      const { url: natsUrl, seedFile } = context.access.nats(service);
      const addresses = {
        DATABASE_URL: await reach(context.access.databaseUrl(service)),
        ...natsVariables({ url: await reach(natsUrl), seedFile }),
        ...(context.redisUrl !== undefined && USES_REDIS.includes(service)
          ? { REDIS_URL: await reach(context.redisUrl) }
          : {}),
        ...(service === 'scheduler'
          ? { MUSTER_RUNNERS: runnersSetting(await reach(runner.url), runner.keyFile) }
          : {}),
      };
      const env = {
        ...environment(service, number, context),
        ...addresses,
        OPS_PORT: String(port),
        ...settingsOf(service, context.settings),
      };
      all.push({ service, number, port, env });
    }
  }
  return all;
}

function environment(
  service: ServiceName,
  number: number,
  around: ReplicaContext,
): Record<string, string> {
  const { dataDir, gatewayPorts } = around;
  const baseUrl = addressAt(gatewayPorts[0] ?? 0);
  const common = {
    ...plainEnvironment(dataDir),
    REPLICA: `${service}-${number}`,
    MUSTER_SERVICE_KEYS_FILE: around.signing.serviceKeys(service),
  };
  const files = { FILE_STORE_FOLDER: join(dataDir, 'files') };
  if (service === 'issues') return { ...common, ...files };
  if (service === 'agents') return { ...common, MUSTER_MASTER_KEY_FILE: around.masterKeyFile };
  if (service === 'gateway') {
    return {
      ...common,
      ...files,
      HOST: '127.0.0.1',
      PORT: String(gatewayPorts[number - 1]),
      MUSTER_PUBLIC_URL: baseUrl,
      MUSTER_TRUSTED_ORIGINS: gatewayPorts.map(addressAt).slice(1).join(','),
      MUSTER_BOARD_TOKEN_FILE: around.boardTokenFile,
      MUSTER_WEBHOOK_SECRET_FILE: around.signing.webhookSecret,
      ...around.formerWebhookSecret,
      MUSTER_RUN_TOKEN_PUBLIC_KEY_FILE: around.signing.runTokenPublicKey,
      MUSTER_BOARD_FOLDER: boardFolder(dataDir),
    };
  }
  if (service === 'scheduler') {
    return {
      ...common,
      MUSTER_API_URL: baseUrl,
      MUSTER_ADAPTERS: 'process,alpha_local,beta_local,claude_code,codex,opencode,gemini_cli',
      MUSTER_RUN_TOKEN_KEY_FILE: around.signing.runTokenKey,
      ...exampleSetting(),
    };
  }
  return common;
}
