/** Ends runs that were told to stop because their work is over, and have not ended by themselves. */
import { openRotation, type Runtime } from '@muster/service-kit';
import { endRunAs } from '../runs/end-runs.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { agentIdsOf, writePerCompany } from '../runs/write-per-company.ts';
import { listDueToStop, lockDueToStop, type StoppingRun } from '../store/stopping-runs.ts';

/** Runs that one pass ends. */
const BATCH = 200;

export function stopEndedWork(runtime: Runtime): () => Promise<unknown> {
  const rotation = openRotation<StoppingRun>({
    name: 'ended work',
    log: runtime.log,
    limit: BATCH,
    pagesMax: 1,
    list: (after, limit) => listDueToStop(runtime.db, after, limit),
    work: (due, eachCompany) =>
      writePerCompany(runtime, eachCompany, due, async (context, companyId, rows) => {
        const ids = rows.map(({ id }) => id);
        const locked = await lockDueToStop(context.db, companyId, ids);
        for (const { id, errorCode, error } of locked) {
          await endRunAs(context, 'workOver', id, { errorCode, error });
        }
        await queueRuns(context, companyId, agentIdsOf(locked));
      }),
  });
  return () => rotation.pass();
}
