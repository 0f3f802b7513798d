import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveHeldSince } from '../store/roster.ts';

/** One that waits between tries goes on by itself: only one that is held makes its issues stuck. */
export const copyHeldAgents = reaction(
  scheduler,
  ['agent.backed_off', 'agent.recovered'],
  async ({ companyId, payload, occurredAt }, { db }) => {
    if ('agentIds' in payload) return saveHeldSince(db, companyId, payload.agentIds, null);
    const heldSince = payload.until === null ? occurredAt : null;
    await saveHeldSince(db, companyId, [payload.agentId], heldSince);
  },
);
