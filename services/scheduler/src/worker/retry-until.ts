/** Retries writing the end of a run: the database may be restarting. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@muster/service-kit';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/** Until it succeeds or the time is up; then the lease expires and a sweep records the loss. */
export async function retryUntil(
  log: Logger,
  seconds: number,
  write: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await write();
      return;
    } catch (error) {
      log.warn({ err: error }, 'writing the end of a run failed');
      if (performance.now() + wait > deadline) return;
      await pause(wait);
    }
  }
}
