/**
 * A user who resumes an agent is a new root cause: the wake-ups that wait begin new chains. Those
 * that come later keep the chains of their causes, so the effect ends with the last that waited.
 */
import type { scheduler } from '@muster/contracts';
import { NIL_UUID, type BulkEffect } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { beginNextChains, findLastWaiting, READY_MAX } from '../store/wakes/wakeups.ts';

/** The first step changes all wake-ups that the run after the resumption is decided by. */
export const WAKES_PER_STEP = READY_MAX;

/** The position is the last wake-up that was changed, and the last that is. */
const SEPARATOR = ' ';

export const beginChainsOfAgent: BulkEffect<typeof scheduler, SchedulerParts> = {
  name: 'begin_chains_of_agent',
  step: async ({ db }, { companyId, subjectId: agentId }, position) => {
    const limit = WAKES_PER_STEP;
    const [after = NIL_UUID, until = await findLastWaiting(db, { companyId, agentId })] =
      position?.split(SEPARATOR) ?? [];
    if (until === undefined) return 'nothing';
    const begun = await beginNextChains(db, { companyId, agentId, after, until, limit });
    const last = begun.at(-1);
    return last && begun.length === limit ? { after: `${last}${SEPARATOR}${until}` } : 'nothing';
  },
};
