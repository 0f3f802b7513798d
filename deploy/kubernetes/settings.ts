/**
 * Where a service's environment comes from. Each variable has one place: secrets that are required
 * are files that a variable `X_FILE` names; secrets that may be absent are variables; all else is
 * in the ConfigMap `muster`, every key of which every pod finds in its environment. What differs
 * for one service alone goes into `muster-<service>`. Which variables a service knows, its own
 * schema says.
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

/** The same of secrets that an installation may have: a file that is absent would be a fault. */
const optionalSecrets: Readonly<Record<string, SecretKey>> = {
  MUSTER_SECRET_PREVIOUS: { secret: 'muster', key: 'secret-previous' },
  MUSTER_MASTER_KEY_PREVIOUS: { secret: 'muster', key: 'master-key-previous' },
  OIDC_CLIENT_SECRET: { secret: 'muster-oidc', key: 'client-secret' },
  OTEL_EXPORTER_OTLP_HEADERS: { secret: 'muster-traces', key: 'headers' },
  NATS_CA: { secret: 'muster-nats-tls', key: 'ca.crt' },
  NATS_CERT: { secret: 'muster-nats-tls', key: 'tls.crt' },
  NATS_KEY: { secret: 'muster-nats-tls', key: 'tls.key' },
};

/** What the pod or its image says, so that its ports, probes and volumes fit. */
const ofThePod = [
  'REPLICA', 'HOST', 'PORT', 'OPS_HOST', 'OPS_PORT', 'MUSTER_RUNS_DIR', 'QUEUE_IN_POSTGRES',
];

/** Names that the manifests take for granted: of roles, schemas, subjects and consumers. */
const fixed = ['DB_SCHEMA', 'DB_ROLE', 'NATS_NAMESPACE'];

/** The ConfigMap `muster`: an overlay replaces what differs and adds what it wants. */
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

/** Of those that may be absent. */
export const optionalSecretsOf = (known: readonly string[]): Mounted[] =>
  Object.entries(optionalSecrets)
    .filter(([variable]) => known.includes(variable))
    .map(([variable, of]) => ({ variable, ...of }));

/** The place of a variable in a cluster, in a few words. */
export function placeOf(variable: string): string {
  const secret = fromSecrets[variable]?.('<service>' as ServiceName) ?? optionalSecrets[variable];
  if (secret) return secretPlace(secret);
  if (ofThePod.includes(variable)) return 'the pod';
  return fixed.includes(variable) ? 'leave it' : 'ConfigMap';
}

/** The same for the setup command, which has another user and knows the addresses of all. */
export function placeOfSetup(variable: string): string {
  const login = /^(\w+)_DATABASE_URL$/.exec(variable)?.[1]?.toLowerCase();
  if (login !== undefined) return secretPlace({ secret: 'muster-database', key: login });
  if (variable === 'DATABASE_URL') return secretPlace({ secret: 'muster-database', key: 'owner' });
  return placeOf(variable).replace('<service>', 'setup');
}

const secretPlace = ({ secret, key }: SecretKey): string => `Secret \`${secret}\`, \`${key}\``;
