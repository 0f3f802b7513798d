/** The end of an agent: its live runs stop, and the wake-ups that wait for it fail. */
import type { scheduler } from '@muster/contracts';
import { applyInSteps, applyLater, restAfter, type BulkEffect } from '@muster/service-kit';
import { endReasons } from '../domain/run-endings.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { stopLiveRuns } from '../runs/end-runs.ts';
import type { SchedulerContext } from '../runs/run-transaction.ts';
import { failNextWakes } from '../store/wakes/wakeups.ts';

/** Wake-ups of one step, which emits nothing. */
export const WAKES_PER_STEP = 500;

export const failWakesOfAgent: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'fail_wakes_of_agent',
  step: async ({ db }, { companyId, subjectId: agentId }) => {
    const limit = WAKES_PER_STEP;
    return restAfter(await failNextWakes(db, { companyId, agentId, limit }), limit);
  },
};

/** Wake-ups that its runs carried wait again when the runs stop, and fail with the others. */
export async function endTerminatedAgent(
  context: SchedulerContext,
  companyId: string,
  agentId: string,
): Promise<void> {
  const target = { companyId, subjectId: agentId };
  // The worker locks the effect and then wake-ups, so it comes first here as well.
  await applyLater(context, failWakesOfAgent, target);
  await stopLiveRuns(context, companyId, agentId, endReasons.agentTerminated);
  await applyInSteps(context, failWakesOfAgent, target);
}
