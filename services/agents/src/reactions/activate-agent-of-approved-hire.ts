import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { activateHire } from '../store/agent-status.ts';

export const activateAgentOfApprovedHire = reaction(
  approvals,
  ['approval.approved'],
  async ({ companyId, payload }, { db, emit }: Context<typeof agents>) => {
    const { type, agentId } = payload;
    if (type !== 'hire_agent' || !agentId) return;
    const agent = await activateHire(db, { companyId, agentId });
    if (!agent) return;
    emit(agentMoves.activate.emits, agentEvent(agent));
  },
);
