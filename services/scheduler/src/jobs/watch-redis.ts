/**
 * Whether Redis still has what it was given. It may be wiped, restarted or replaced at any time,
 * and nothing says so: the jobs are just not there any more. So a mark is left in it and looked at
 * every second; where it is gone, or where Redis was away, everything is to be offered again at
 * once and not when its next offer is due.
 */
import { Redis } from 'ioredis';

const LOOK_MS = 1_000;
/** Longest that an answer is waited for; whoever owes it longer is at the end of a silent line. */
export const ANSWER_MS = 5_000;

/** After an outage of any length it is tried this often at least. */
const RECONNECT_MAX_MS = 1_000;
export const retryStrategy = (times: number): number => Math.min(times * 50, RECONNECT_MAX_MS);

export interface RedisWatch {
  stop(): void;
}

export function watchRedis(url: string, key: string, onLost: () => void): RedisWatch {
  const client = new Redis(url, {
    enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy,
    commandTimeout: ANSWER_MS, socketTimeout: ANSWER_MS,
  });
  // Whoever uses the queue says so already.
  client.on('error', () => undefined);
  let isLooking = false;
  let wasAway = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    try {
      const wasGone = (await client.set(key, 'here', 'NX')) === 'OK';
      if (wasGone || wasAway) onLost();
      wasAway = false;
    } catch {
      wasAway = true;
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => {
    if (!isLooking) void look();
  }, LOOK_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      client.disconnect();
    },
  };
}
