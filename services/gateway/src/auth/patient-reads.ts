/**
 * Who calls is looked up here before any service is asked. Services are asked again while they are
 * away; a database that starts anew should cost callers no more at this place than at that one.
 */
import { isDatabaseAway, READ_DEADLINE_MS, type Db } from '@muster/service-kit';

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;

/** For statements that change nothing: each is sent again until the database is there. */
export const patientReads = (db: Db, patienceMs: number = READ_DEADLINE_MS): Db => ({
  async run(statement) {
    const deadline = performance.now() + patienceMs;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await db.run(statement);
      } catch (error) {
        if (!isDatabaseAway(error) || performance.now() + wait > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  },
});
