/**
 * How the services that use Redis reach it: their variables, and the options of a connection, which are those of
 * ioredis and BullMQ alike. All connections to Redis are opened with them.
 */
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { ConfigError } from './read-config.ts';

/** A sentinel that takes longer is passed over; the next one is asked. */
const SENTINEL_ANSWER_MS = 2_000;
const SENTINEL_PORT = 26_379;

interface Sentinel {
  readonly host: string;
  readonly port: number;
}

function sentinelOf(text: string): Sentinel | undefined {
  const url = URL.parse(`redis://${text}`);
  const isAddress = url?.host !== '' && url?.pathname === '' && !/[@?#]/.test(text);
  if (!url || !isAddress) return undefined;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || SENTINEL_PORT,
  };
}

const sentinelTexts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** @param use what the service uses Redis for, and what it does without */
export const redisConfig = (use: string) => ({
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(`Redis for ${use}`),
  REDIS_CA: z
    .string()
    .includes('BEGIN CERTIFICATE')
    .optional()
    .describe(
      'CA certificates that Redis and its sentinels are verified with, PEM; if set, TLS is required.',
    ),
  REDIS_SENTINELS: z
    .string()
    .default('')
    .refine(
      (text) => sentinelTexts(text).every((part) => sentinelOf(part) !== undefined),
      'must be hosts, each with or without a port, separated by commas',
    )
    .describe(
      'Sentinels that know which Redis is the master: `sentinel-0,sentinel-1`. REDIS_URL then ' +
        'says the password, the database and whether to use TLS; its host is not called.',
    ),
  REDIS_SENTINEL_MASTER: z
    .string()
    .min(1)
    .default('mymaster')
    .describe('Name of the master at REDIS_SENTINELS.'),
  REDIS_SENTINEL_PASSWORD: z
    .string()
    .min(1)
    .optional()
    .describe('Password of the sentinels, if they want one.'),
});

type RedisConfig = z.output<z.ZodObject<ReturnType<typeof redisConfig>>>;

/** Options of ioredis; those of the caller are added to them. */
export interface RedisConnection {
  readonly url: string;
  readonly tls?: ConnectionOptions;
  readonly sentinels?: Sentinel[];
  readonly name?: string;
  readonly sentinelPassword?: string;
  readonly sentinelTLS?: ConnectionOptions;
  readonly enableTLSForSentinelMode?: boolean;
  readonly sentinelCommandTimeout?: number;
}

/** Undefined where there is no Redis. Throws a ConfigError for sentinels without a URL. */
export function redisConnectionOf(config: RedisConfig): RedisConnection | undefined {
  const { REDIS_URL: url, REDIS_CA: ca, REDIS_SENTINEL_PASSWORD: sentinelPassword } = config;
  const sentinels = sentinelTexts(config.REDIS_SENTINELS).flatMap((text) => sentinelOf(text) ?? []);
  if (url === undefined) {
    if (sentinels.length === 0) return undefined;
    throw new ConfigError('REDIS_SENTINELS needs REDIS_URL, such as redis://:password@redis');
  }
  const tls = ca === undefined ? {} : { ca };
  const isByTls = ca !== undefined || url.startsWith('rediss:');
  if (sentinels.length === 0) return { url, ...(isByTls ? { tls } : {}) };
  return {
    url,
    sentinels,
    name: config.REDIS_SENTINEL_MASTER,
    sentinelCommandTimeout: SENTINEL_ANSWER_MS,
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(isByTls ? { tls, sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
  };
}
