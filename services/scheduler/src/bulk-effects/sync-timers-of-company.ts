/**
 * Makes the timers and runs of a company agree with its status: an active one has a timer for each agent
 * that has one enabled and can run, and a run for each that was woken meanwhile; the others have no
 * timers. Until their step comes, timers of a company that is not active do not fire.
 */
import type { scheduler } from '@muster/contracts';
import type { BulkEffect } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { isActive } from '../store/companies.ts';
import { lockNextAgents } from '../store/roster.ts';
import { releaseParked } from '../store/runs/run-sweep.ts';
import { syncSchedules } from '../store/schedules.ts';

/** Agents of one step; their events wait for as long as it takes. */
export const AGENTS_PER_STEP = 200;

export const syncTimersOfCompany: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'sync_timers_of_company',
  step: async (context, { companyId }, after) => {
    const { db } = context;
    const limit = AGENTS_PER_STEP;
    const agentIds = await lockNextAgents(db, { companyId, after, limit });
    const last = agentIds.at(-1);
    if (last === undefined) return 'nothing';
    await syncSchedules(db, companyId, agentIds);
    if (await isActive(db, companyId)) {
      await releaseParked(db, companyId, agentIds);
      await queueRuns(context, companyId, agentIds);
    }
    return agentIds.length === limit ? { after: last } : 'nothing';
  },
};
