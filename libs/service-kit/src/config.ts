/** The variables of every service, which are checked once at start. */
import { z } from 'zod';
import { ServiceKeys } from './keys/service-keys.ts';
import { traceConfig } from './telemetry/trace-config.ts';

export { ConfigError, readConfig } from './read-config.ts';

const SECRET_MIN = 32;

/** Variables of every process that connects to Postgres and NATS. */
export const connectionVariables = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres; one schema per service.'),
  NATS_URL: z.string().min(1).describe('NATS, 2.10 or newer.'),
  NATS_NKEY_SEED: z
    .string()
    .regex(/^SU[A-Z2-7]{56}$/, 'not the seed of a user')
    .optional()
    .describe('Seed of the NATS user; if absent, the URL holds the credentials.'),
  NATS_CA: z
    .string()
    .includes('BEGIN CERTIFICATE')
    .optional()
    .describe('CA certificates that NATS is verified with, PEM; if set, TLS is required.'),
  NATS_CERT: z
    .string()
    .includes('BEGIN CERTIFICATE')
    .optional()
    .describe('Client certificate for a NATS that requires one, PEM.'),
  NATS_KEY: z
    .string()
    .includes('PRIVATE KEY')
    .optional()
    .describe('Private key of the client certificate, PEM.'),
  NATS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9_]*$/i)
    .default('')
    .describe('Prefix of every subject: separates installations that share one NATS.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
};

/** Environment variables of every service. A service adds its own in its definition. */
export const baseConfig = z.object({
  ...connectionVariables,
  MUSTER_SERVICE_KEYS: ServiceKeys.describe(
    'Keys of this service: its own, and one for each pair of services that call each other.',
  ),
  MUSTER_SERVICE_KEYS_PREVIOUS: ServiceKeys.optional().describe(
    'Further keys whose signatures are accepted while the keys are rotated.',
  ),
  MUSTER_SECRET: z
    .string()
    .min(SECRET_MIN)
    .optional()
    .describe(
      'The secret that all services of the release before share. While it is set, signatures of ' +
        'that release are made and accepted as well: for the time of the upgrade only.',
    ),
  MUSTER_SECRET_PREVIOUS: z
    .string()
    .min(SECRET_MIN)
    .optional()
    .describe('A second secret of the release before, if it was being rotated.'),
  OPS_HOST: z.string().default('127.0.0.1').describe('Address that the ops server listens on.'),
  OPS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe('Port of /livez, /readyz and /metrics; 0 takes a free one.'),
  COMPANY_METRICS: z
    .stringbool()
    .default(false)
    .describe(
      'Exports which companies are busiest, by id. Only where the ops ports are closed to agents, as they are in a cluster.',
    ),
  DB_POOL_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe(
      'Size of the transaction pool of one process. In a cluster the manifests set it and the sizes of reads, smaller the more replicas there may be.',
    ),
  DB_READ_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(2)
    .describe('Most connections that the reads of one process share; at rest it has one.'),
  DB_LONG_READ_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('Connections of one process for reads that may take long, such as searches.'),
  DB_SCHEMA: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional()
    .describe("Name of the service's schema; default: the service's name."),
  DB_ROLE: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional()
    .describe('Postgres role that the service works as; default: `muster_` and its name.'),
  COMPANY_STORAGE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(51_200)
    .describe(
      'Megabytes that one company may store in each service; above them nothing is added. 0: no limit.',
    ),
  COMPANY_STORAGE_ROWS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000_000)
    .default(50_000_000)
    .describe(
      "Entries that one company may have in each service's log; above them nothing is added. 0: no limit.",
    ),
  SWEEP_SECONDS: z.coerce
    .number()
    .min(0.05)
    .max(3_600)
    .default(2)
    .describe("Interval of the sweeps that compare each producer's log with the cursors."),
  REPLICA: z.string().max(60).optional().describe('Name of this process in logs and in NATS.'),
  ...traceConfig.shape,
});
export type BaseConfig = z.output<typeof baseConfig>;

/** The checked environment of a service, its own variables included. */
export type ServiceConfig = BaseConfig & Readonly<Record<string, unknown>>;
