/**
 * Makes the timers of a company agree with its status: an active one has a timer for each agent that
 * has one enabled and can run, the others have none. Until their step comes, timers of a company that
 * is not active do not fire.
 */
import type { scheduler } from '@muster/contracts';
import type { BulkEffect } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { lockNextAgents } from '../store/roster.ts';
import { syncSchedules } from '../store/schedules.ts';

/** Agents of one step; their events wait for as long as it takes. */
export const AGENTS_PER_STEP = 200;

export const syncTimersOfCompany: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'sync_timers_of_company',
  step: async ({ db }, { companyId }, after) => {
    const limit = AGENTS_PER_STEP;
    const agentIds = await lockNextAgents(db, { companyId, after, limit });
    const last = agentIds.at(-1);
    if (last === undefined) return 'nothing';
    await syncSchedules(db, companyId, agentIds);
    return agentIds.length === limit ? { after: last } : 'nothing';
  },
};
