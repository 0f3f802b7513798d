/** The buckets that all replicas share, in Redis. Without an answer each replica is on its own. */
import type { Log } from '@muster/service-kit';
import { Redis } from 'ioredis';
import type { TakeShared } from './buckets.ts';

/** Nobody waits for the answer, so it may take long; a report that comes too late says little. */
const ANSWER_MAX_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** Buckets may owe as much as they hold: a burst on every replica is not forgotten at once. */
const script = `
local rate, burst, taken = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local kept = redis.call('hmget', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or burst
local at = tonumber(kept[2]) or now
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

export function openSharedBuckets(url: string, prefix: string, log: Log): SharedBuckets {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MAX_MS,
    retryStrategy: (attempt) => Math.min(RECONNECT_MAX_MS, attempt * 100),
    scripts: { takeTokens: { lua: script, numberOfKeys: 1 } },
  });
  const scripted = redis as unknown as Scripted;
  let away = false;
  const noteAway = (error: unknown): void => {
    if (!away) log.warn({ err: error }, 'Redis is away; each replica limits on its own');
    away = true;
  };
  redis.on('error', noteAway);
  return {
    async take(key, taken, { perSecond, burst }) {
      try {
        const tokens = Number(await scripted.takeTokens(key, perSecond, burst, taken));
        if (away) log.info({}, 'limits are shared again');
        away = false;
        return tokens;
      } catch (error) {
        noteAway(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
}
