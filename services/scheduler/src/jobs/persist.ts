/** Writing the end of a run is worth some patience: the database may be starting anew. */
import type { Log } from '@muster/service-kit';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/**
 * Tries until it succeeds or the time is up; then the lease ends and a sweep says that it is lost.
 */
export async function persist(
  log: Log,
  seconds: number,
  write: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await write();
      return;
    } catch (error) {
      log.warn({ err: error }, 'the end of a run could not be written');
      if (performance.now() + wait > deadline) return;
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }
}
