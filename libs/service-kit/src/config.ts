/** Configuration from the environment, checked once at start. What every service needs is here. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { traceConfig } from './open-tracer.ts';

const SECRET_MIN = 32;

/** What whoever speaks to Postgres and NATS reads. */
export const connectionVariables = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('Postgres; one schema a service.'),
  NATS_URL: z.string().min(1).describe('NATS with JetStream, 2.12 or newer.'),
  NATS_NKEY_SEED: z.string().regex(/^SU[A-Z2-7]{56}$/, 'not the seed of a user').optional()
    .describe('Seed of the NATS user; without it the address says who signs in.'),
  NATS_CA: z.string().includes('BEGIN CERTIFICATE').optional()
    .describe('Certificates that NATS is trusted by, PEM; with them only TLS is spoken.'),
  NATS_CERT: z.string().includes('BEGIN CERTIFICATE').optional()
    .describe('Certificate shown to a NATS that asks for one, PEM.'),
  NATS_KEY: z.string().includes('PRIVATE KEY').optional()
    .describe('Private key of that certificate, PEM.'),
  NATS_NAMESPACE: z.string().regex(/^[a-z0-9_]*$/i).default('')
    .describe('Prefix of every subject and stream; keeps installations on one NATS apart.'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info')
    .describe('Lowest level that is logged.'),
};

/** Environment variables that every service reads. A service adds its own by `extend`. */
export const baseConfig = z.object({
  ...connectionVariables,
  MUSTER_SECRET: z
    .string()
    .min(SECRET_MIN)
    .describe('Signs what services tell each other; the same for all, 32 characters or more.'),
  MUSTER_SECRET_PREVIOUS: z.string().min(SECRET_MIN).optional()
    .describe('Another such secret that is believed, while one takes the place of the other.'),
  OPS_HOST: z.string().default('127.0.0.1').describe('Where the ops server listens.'),
  OPS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe('Port of /livez, /readyz and /metrics; 0 takes a free one.'),
  DB_POOL_MAX: z.coerce.number().int().min(2).max(100).default(10)
    .describe('Connections for transactions of one process.'),
  DB_READ_CONNECTIONS: z.coerce.number().int().min(1).max(20).default(2)
    .describe('Connections that the reads of one process share.'),
  DB_LONG_READ_CONNECTIONS: z.coerce.number().int().min(1).max(20).default(3)
    .describe('Connections of one process for reads that may take long, such as searches.'),
  DB_SCHEMA: z.string().regex(/^[a-z][a-z0-9_]*$/).optional()
    .describe("Name of the service's schema; default: the service's name."),
  DB_ROLE: z.string().regex(/^[a-z][a-z0-9_]*$/).optional()
    .describe('Role of Postgres that the service works as; default: `muster_` and its name.'),
  SWEEP_SECONDS: z.coerce.number().min(0.05).max(3_600).default(10)
    .describe('How often each log is compared with what was applied of it.'),
  REPLICA: z.string().max(60).optional().describe('Name of this process in logs and NATS.'),
  ...traceConfig.shape,
});
export type BaseConfig = z.output<typeof baseConfig>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * `X_FILE` names a file that holds the value of `X`; the file's last line end is not part of it.
 */
const withFiles = (env: NodeJS.ProcessEnv): Record<string, string | undefined> => {
  const values: Record<string, string | undefined> = { ...env };
  for (const [name, path] of Object.entries(env)) {
    if (!name.endsWith('_FILE') || !path) continue;
    const target = name.slice(0, -'_FILE'.length);
    if (values[target] !== undefined) continue;
    try {
      values[target] = readFileSync(path, 'utf8').trimEnd();
    } catch (cause) {
      throw new ConfigError(`${name}: cannot read ${path}`, { cause });
    }
  }
  return values;
};

/** Reads the environment against a schema; says every fault at once, never a value. */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const known = Object.keys(schema.shape);
  const relevant = Object.fromEntries(
    Object.entries(env).filter(([name]) => known.includes(name.replace(/_FILE$/, '')) ||
      known.includes(name)),
  );
  const parsed = schema.safeParse(withFiles(relevant));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration is not complete:\n${faults.join('\n')}`);
}
