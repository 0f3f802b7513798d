import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { activateHire } from '../store/agent-status.ts';

export const activateAgentOfApprovedHire = reaction(
  approvals,
  ['approval.approved'],
  async ({ companyId, payload }, { db, say }: Context<typeof agents>) => {
    const { type, agentId } = payload;
    if (type !== 'hire_agent' || !agentId) return;
    const agent = await activateHire(db, { companyId, agentId });
    if (!agent) return;
    say('agent.activated', { companyId, entityId: agentId, payload: snapshotOf(agent) });
  },
);
