/**
 * Retries reads while the database is unavailable. Requests to services are retried as well; a
 * restarting database must not fail authentication sooner than it would fail a service.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable, READ_DEADLINE_MS, type Db } from '@muster/service-kit';

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;

/** For statements without side effects. */
export const retryingReads = (db: Db, retryMs: number = READ_DEADLINE_MS): Db => ({
  async run(statement) {
    const deadline = performance.now() + retryMs;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await db.run(statement);
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() + wait > deadline) throw error;
        await pause(wait);
      }
    }
  },
});
