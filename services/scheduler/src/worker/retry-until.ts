/** Retries a write about a run: the database may be restarting. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@muster/service-kit';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

export interface RetryOptions {
  readonly log: Logger;
  /** For the log, once for each failure: `… failed`. */
  readonly what: string;
  /** Aborted when a further try is of no use. */
  readonly until: AbortSignal;
}

/** For the end of a run: then its lease expires, and a sweep records the loss. */
export const endOfLease = (seconds: number): AbortSignal => AbortSignal.timeout(seconds * 1_000);

/** Tries at least once. Returns nothing if no try has succeeded. */
export async function retryUntil<T>(
  { log, what, until }: RetryOptions,
  write: () => Promise<T>,
): Promise<T | undefined> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await write();
    } catch (error) {
      log.warn({ err: error }, `${what} failed`);
      await pause(wait, undefined, { signal: until }).catch(() => undefined);
      if (until.aborted) return undefined;
    }
  }
}
