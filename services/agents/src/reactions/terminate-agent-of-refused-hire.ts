import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { refuseHire } from '../store/agent-status.ts';

export const terminateAgentOfRefusedHire = reaction(
  approvals,
  ['approval.rejected', 'approval.cancelled'],
  async ({ companyId, payload }, { db, say }: Context<typeof agents>) => {
    const { type, agentId } = payload;
    if (type !== 'hire_agent' || !agentId) return;
    const agent = await refuseHire(db, { companyId, agentId });
    if (!agent) return;
    say('agent.terminated', { companyId, entityId: agentId, payload: snapshotOf(agent) });
  },
);
