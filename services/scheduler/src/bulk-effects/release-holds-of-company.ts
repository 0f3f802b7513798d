/** Agents of a company that were refused a reservation get their runs when its budget is restored. */
import type { scheduler } from '@muster/contracts';
import type { BulkEffect } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { releaseNextBudgetHolds } from '../store/waits/holds.ts';

/** Agents of one step: each may get a run. */
export const AGENTS_PER_STEP = 100;

/** Each agent is released once: one that is held again meanwhile is held for a new refusal. */
export const releaseHoldsOfCompany: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'release_holds_of_company',
  step: async (context, { companyId }, after) => {
    const limit = AGENTS_PER_STEP;
    const released = await releaseNextBudgetHolds(context.db, { companyId, after, limit });
    await queueRuns(context, companyId, released);
    const last = released.at(-1);
    return last && released.length === limit ? { after: last } : 'nothing';
  },
};
