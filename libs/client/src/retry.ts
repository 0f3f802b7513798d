/** When a call is tried again, and after how long. */
import type { Refusal } from './refusal.ts';

export const TRIES = 3;
const PAUSE_MS = 250;
/** A service that wants to be left alone for longer has its refusal told. */
const PAUSE_MAX_MS = 30_000;
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export const isWorthAnotherTry = ({ status, isRetryable }: Refusal): boolean =>
  isRetryable || BUSY_STATUSES.has(status);

/**
 * Milliseconds before the next try: what the service says, or a random time that doubles with each try, so
 * that clients do not return together. Undefined: too long.
 *
 * @param tries that have been made
 */
export function pauseBefore(tries: number, retryAfter?: string | null): number | undefined {
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN;
  if (Number.isFinite(seconds)) {
    const asked = seconds * 1_000;
    return asked > PAUSE_MAX_MS ? undefined : asked + Math.random() * PAUSE_MS;
  }
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** tries) * (0.5 + Math.random());
}

/** Rejects with the reason of the signal once that is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
