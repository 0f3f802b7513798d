/** Buckets shared by all replicas, in Redis. Without Redis each replica limits on its own. */
import type { Logger, RedisConnection } from '@muster/service-kit';
import { Redis } from 'ioredis';
import type { TakeShared } from './buckets.ts';

/** Requests do not wait for the answer, so it may be slow; a late answer is of little use. */
const ANSWER_MAX_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** A bucket may go negative by its burst, so that bursts on several replicas are paid back. */
const script = `
local rate, burst, taken = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local stored = redis.call('hmget', KEYS[1], 'tokens', 'at')
local tokens = tonumber(stored[1]) or burst
local at = tonumber(stored[2]) or now
tokens = math.min(burst, tokens + math.max(0, now - at) / 1000 * rate)
tokens = math.max(-burst, tokens - taken)
redis.call('hset', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
redis.call('pexpire', KEYS[1], math.ceil((burst - tokens) / rate * 1000) + 1000)
return tostring(tokens)
`;

export interface SharedBuckets {
  readonly take: TakeShared;
  close(): void;
}

interface Scripted {
  takeTokens(key: string, perSecond: number, burst: number, taken: number): Promise<string>;
}

export function openSharedBuckets(
  { url, ...connection }: RedisConnection,
  prefix: string,
  log: Logger,
): SharedBuckets {
  const redis = new Redis(url, {
    ...connection,
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MAX_MS,
    retryStrategy: (attempt) => Math.min(RECONNECT_MAX_MS, attempt * 100),
    scripts: { takeTokens: { lua: script, numberOfKeys: 1 } },
  });
  const scripted = redis as unknown as Scripted;
  let unavailable = false;
  const noteUnavailable = (error: unknown): void => {
    if (!unavailable) log.warn({ err: error }, 'Redis unavailable, limiting per replica');
    unavailable = true;
  };
  redis.on('error', noteUnavailable);
  return {
    async take(key, taken, { perSecond, burst }) {
      try {
        const tokens = Number(await scripted.takeTokens(key, perSecond, burst, taken));
        if (unavailable) log.info({}, 'Redis available, limits are shared again');
        unavailable = false;
        return tokens;
      } catch (error) {
        noteUnavailable(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
}
