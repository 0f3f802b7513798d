/**
 * Detects that Redis has lost its jobs: it may be wiped, restarted or replaced at any time without
 * notice. A marker key is checked every second; if it is gone, or if Redis was unavailable, every
 * queued run is offered again at once and not when its next offer is due.
 */
import type { RedisConnection } from '@muster/service-kit';
import { Redis } from 'ioredis';

const CHECK_MS = 1_000;
/** Longest wait for an answer; a connection that takes longer is considered silent. */
export const ANSWER_MS = 5_000;

/** Longest wait between two attempts to reconnect, however long the outage. */
const RECONNECT_MAX_MS = 1_000;
export const retryStrategy = (times: number): number => Math.min(times * 50, RECONNECT_MAX_MS);

export interface RedisWatch {
  stop(): void;
}

export function watchRedis(
  { url, ...connection }: RedisConnection,
  key: string,
  onLost: () => void,
): RedisWatch {
  const client = new Redis(url, {
    ...connection,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy,
    commandTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  });
  // The queue logs connection errors already.
  client.on('error', () => undefined);
  let isChecking = false;
  let wasUnavailable = false;
  const check = async (): Promise<void> => {
    isChecking = true;
    try {
      const wasGone = (await client.set(key, 'here', 'NX')) === 'OK';
      if (wasGone || wasUnavailable) onLost();
      wasUnavailable = false;
    } catch {
      wasUnavailable = true;
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => {
    if (!isChecking) void check();
  }, CHECK_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      client.disconnect();
    },
  };
}
