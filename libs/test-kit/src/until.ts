/** The one way to wait in tests: for something that the system does in its own time, within a bound. */
import { vi } from 'vitest';

/** Enough for a killed server, its services and a lost run to recover on a busy machine. */
const TIMEOUT_MS = 45_000;
const INTERVAL_MS = 40;

/**
 * Calls `look` until it answers with a value. An error in `look` counts as no value yet; the last one
 * is the cause of the failure if the time is over.
 */
export function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  let last: unknown;
  return vi.waitFor(
    async () => {
      const value = await Promise.resolve(look()).catch((error: unknown) => {
        last = error;
      });
      if (value !== undefined) return value;
      throw new Error(`not within ${timeoutMs} ms: ${what}`, { cause: last });
    },
    { timeout: timeoutMs, interval: INTERVAL_MS },
  );
}
