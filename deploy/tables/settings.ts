/**
 * Where the variables of a service are set in a cluster. Each variable has one place: required
 * secrets are files that a variable `X_FILE` names; optional secrets are environment variables; all
 * others are keys of the ConfigMap `muster`, which is in the environment of every pod. Values for one
 * service alone are in `muster-<service>`. The schema of a service says which variables it knows.
 */
import { serviceNames, type ServiceName } from '@muster/contracts';

interface SecretKey {
  readonly secret: string;
  readonly key: string;
}

/** Required secrets: variable → key of a Secret that the operator creates before the first start. */
const fromSecrets: Readonly<Record<string, (service: ServiceName) => SecretKey>> = {
  DATABASE_URL: (service) => ({ secret: 'muster-database', key: service }),
  NATS_NKEY_SEED: (service) => ({ secret: 'muster-nats', key: service }),
  REDIS_URL: () => ({ secret: 'muster-redis', key: 'url' }),
  MUSTER_SERVICE_KEYS: (service) => ({ secret: 'muster-services', key: service }),
  MUSTER_WEBHOOK_SECRET: () => ({ secret: 'muster-webhooks', key: 'secret' }),
  MUSTER_RUN_TOKEN_KEY: () => ({ secret: 'muster-run-tokens', key: 'key' }),
  MUSTER_RUN_TOKEN_PUBLIC_KEY: () => ({ secret: 'muster-run-tokens', key: 'public-key' }),
  MUSTER_MASTER_KEY: () => ({ secret: 'muster', key: 'master-key' }),
  MUSTER_BOARD_TOKEN: () => ({ secret: 'muster', key: 'board-token' }),
};

/** Optional secrets. They are no files, since a pod with a missing file does not start. */
const optionalSecrets: Readonly<Record<string, (service: string) => SecretKey>> = {
  MUSTER_SERVICE_KEYS_PREVIOUS: (service) => ({
    secret: 'muster-services',
    key: `${service}-previous`,
  }),
  MUSTER_SECRET: () => ({ secret: 'muster', key: 'secret' }),
  MUSTER_SECRET_PREVIOUS: () => ({ secret: 'muster', key: 'secret-previous' }),
  MUSTER_WEBHOOK_SECRET_PREVIOUS: () => ({ secret: 'muster-webhooks', key: 'secret-previous' }),
  MUSTER_MASTER_KEY_PREVIOUS: () => ({ secret: 'muster', key: 'master-key-previous' }),
  OIDC_CLIENT_SECRET: () => ({ secret: 'muster-oidc', key: 'client-secret' }),
  FILE_STORE_S3_ACCESS_KEY_ID: () => ({ secret: 'muster-files', key: 'access-key-id' }),
  FILE_STORE_S3_SECRET_ACCESS_KEY: () => ({ secret: 'muster-files', key: 'secret-access-key' }),
  OTEL_EXPORTER_OTLP_HEADERS: () => ({ secret: 'muster-traces', key: 'headers' }),
  // It may contain a password.
  HTTPS_PROXY: () => ({ secret: 'muster-proxy', key: 'url' }),
  REDIS_CA: () => ({ secret: 'muster-redis', key: 'ca.crt' }),
  REDIS_SENTINEL_PASSWORD: () => ({ secret: 'muster-redis', key: 'sentinel-password' }),
  NATS_CA: () => ({ secret: 'muster-nats-tls', key: 'ca.crt' }),
  NATS_CERT: () => ({ secret: 'muster-nats-tls', key: 'tls.crt' }),
  NATS_KEY: () => ({ secret: 'muster-nats-tls', key: 'tls.key' }),
};

/** Set by the pod or its image, so that they match its ports, probes and volumes. */
const ofThePod = [
  'NATS_MONITOR_URL',
  'REPLICA',
  'HOST',
  'PORT',
  'OPS_HOST',
  'OPS_PORT',
  'QUEUE_IN_POSTGRES',
  'MUSTER_BOARD_FOLDER',
];

/** Names of roles, schemas and subjects that the manifests rely on. */
const fixed = ['DB_SCHEMA', 'DB_ROLE', 'NATS_NAMESPACE'];

export interface Mounted extends SecretKey {
  readonly variable: string;
}

/** The required secrets of a service; `known` are the variables of its schema. */
export const secretsOf = (service: ServiceName, known: readonly string[]): Mounted[] =>
  Object.entries(fromSecrets)
    .filter(([variable]) => known.includes(variable))
    .map(([variable, of]) => ({ variable, ...of(service) }));

/** The optional secrets of a service. */
export const optionalSecretsOf = (service: string, known: readonly string[]): Mounted[] =>
  Object.entries(optionalSecrets)
    .filter(([variable]) => known.includes(variable))
    .map(([variable, of]) => ({ variable, ...of(service) }));

/** Those of the setup command: the URL of the owner, and those of the logins that it makes. */
export const secretsOfSetup: readonly Mounted[] = [
  { variable: 'DATABASE_URL', secret: 'muster-database', key: 'owner' },
  ...serviceNames.map((service) => ({
    variable: `${service.toUpperCase()}_DATABASE_URL`,
    secret: 'muster-database',
    key: service,
  })),
];

/** Where a variable is set in a cluster, for the page of the configuration. */
export function locationOf(variable: string): string {
  const find = fromSecrets[variable] ?? optionalSecrets[variable];
  const secret = find?.('<service>' as ServiceName);
  if (secret) return secretLocation(secret);
  if (ofThePod.includes(variable)) return 'pod';
  return fixed.includes(variable) ? 'do not change' : 'ConfigMap';
}

/** The same for the setup command, which has the database URLs of all. */
export function locationOfSetup(variable: string): string {
  const login = /^(\w+)_DATABASE_URL$/.exec(variable)?.[1]?.toLowerCase();
  if (login !== undefined) return secretLocation({ secret: 'muster-database', key: login });
  if (variable === 'DATABASE_URL')
    return secretLocation({ secret: 'muster-database', key: 'owner' });
  return locationOf(variable);
}

const secretLocation = ({ secret, key }: SecretKey): string => `Secret \`${secret}\`, \`${key}\``;
