import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { forgetFailures, saveBackOff } from '../store/agent-status.ts';

export const copyFailures = reaction(
  scheduler,
  ['agent.backed_off', 'agent.recovered'],
  async ({ companyId, payload }, { db }) => {
    if ('agentIds' in payload) return forgetFailures(db, companyId, payload.agentIds);
    await saveBackOff(db, { companyId, agentId: payload.agentId }, payload);
  },
);
