import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { unassignSkills } from '../store/agent-skills.ts';
import { refuseHire } from '../store/agent-status.ts';

export const terminateAgentOfRefusedHire = reaction(
  approvals,
  ['approval.rejected', 'approval.cancelled'],
  async ({ companyId, payload }, { db, emit }: Context<typeof agents>) => {
    const { type, agentId } = payload;
    if (type !== 'hire_agent' || !agentId) return;
    const agent = await refuseHire(db, { companyId, agentId });
    if (!agent) return;
    await unassignSkills(db, { companyId, agentId });
    emit(agentMoves.refuse.emits, agentEvent(agent));
  },
);
