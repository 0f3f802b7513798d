/**
 * Stops runs that were queued at the same moment in which their agent was terminated or their
 * company archived. The reaction to that event stops the runs that it sees, and a wake-up that is
 * being taken goes by the copies that it sees: neither waits for the other, because a lock for it
 * would be taken by every wake-up. What both have missed is found here.
 */
import { openRotation, type Runtime } from '@muster/service-kit';
import { endTerminatedAgent } from '../bulk-effects/fail-wakes-of-agent.ts';
import { endReasons } from '../domain/run-endings.ts';
import { stopLiveRuns } from '../runs/end-runs.ts';
import { writePerCompany } from '../runs/write-per-company.ts';
import { listOrphaned, type OrphanedRun } from '../store/runs/run-sweep.ts';

/** Runs that one pass stops. */
const BATCH = 200;

export function stopOrphanedRuns(runtime: Runtime): () => Promise<unknown> {
  const rotation = openRotation<OrphanedRun>({
    name: 'orphaned runs',
    log: runtime.log,
    limit: BATCH,
    pagesMax: 1,
    list: (after, limit) => listOrphaned(runtime.db, after, limit),
    work: (orphaned, eachCompany) =>
      writePerCompany(runtime, eachCompany, orphaned, async (context, companyId, rows) => {
        for (const { agentId, isTerminated } of rows) {
          if (isTerminated) await endTerminatedAgent(context, companyId, agentId);
          else await stopLiveRuns(context, companyId, agentId, endReasons.companyArchived);
        }
      }),
  });
  return () => rotation.pass();
}
