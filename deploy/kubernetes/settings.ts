/**
 * Where a service's environment comes from: secrets as files that a variable `X_FILE` names, what
 * is the same for an installation from the ConfigMap `muster`. Which variables a service knows, its
 * own schema says.
 */
import type { ServiceName } from '@muster/contracts';

interface SecretKey {
  readonly secret: string;
  readonly key: string;
}

/** Variables that hold secrets, and the keys of Secrets that an operator makes beforehand. */
const fromSecrets: Readonly<Record<string, (service: ServiceName) => SecretKey>> = {
  DATABASE_URL: (service) => ({ secret: 'muster-database', key: service }),
  NATS_NKEY_SEED: (service) => ({ secret: 'muster-nats', key: service }),
  REDIS_URL: () => ({ secret: 'muster-redis', key: 'url' }),
  MUSTER_SECRET: () => ({ secret: 'muster', key: 'secret' }),
  MUSTER_MASTER_KEY: () => ({ secret: 'muster', key: 'master-key' }),
  MUSTER_BOARD_TOKEN: () => ({ secret: 'muster', key: 'board-token' }),
};

/** The ConfigMap `muster`: an overlay replaces what differs. */
export const settings: Readonly<Record<string, string>> = {
  LOG_LEVEL: 'info',
  NATS_URL: 'nats://nats:4222',
  // As many as there are servers of NATS.
  EVENTS_REPLICAS: '3',
  MUSTER_API_URL: 'http://gateway:8080',
  MUSTER_PUBLIC_URL: 'https://muster.example.com',
};

export const secretsFolder = '/run/secrets/muster';

export interface Mounted extends SecretKey {
  readonly variable: string;
}

/** The secrets that this service reads; `known` are the variables of its schema. */
export const secretsOf = (service: ServiceName, known: readonly string[]): Mounted[] =>
  Object.entries(fromSecrets)
    .filter(([variable]) => known.includes(variable))
    .map(([variable, of]) => ({ variable, ...of(service) }));

export const settingsOf = (known: readonly string[]): string[] =>
  Object.keys(settings).filter((variable) => known.includes(variable));
