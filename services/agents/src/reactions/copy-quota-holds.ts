import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveQuotaHold } from '../store/agent-status.ts';

/** A hold that is over is not shown; there is no event for its end. */
export const copyQuotaHolds = reaction(
  scheduler,
  ['quota.held', 'quota.lifted'],
  async ({ companyId, payload }, { db }) => {
    const until = 'until' in payload ? payload.until : null;
    await saveQuotaHold(db, companyId, payload.agentIds, until);
  },
);
