import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { agentMoves } from '../../domain/agent-machine.ts';
import { agentEvent } from '../../events.ts';
import { saveTermination } from '../../store/agent-status.ts';
import { unassignSkills } from '../../store/agent-skills.ts';
import { getAgent } from '../../store/agents.ts';
import { lockAgent } from '../../store/locks.ts';
import { showAgent } from '../../views.ts';

/** Other services react: they end the agent's keys, run, work and pending approval. */
export const terminateAgent: Handler<typeof agents, 'terminateAgent'> = async (
  { agentId: ref, companyId: inCompany },
  { db, scope, emit },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany });
  const { id: agentId, companyId, status } = agent;
  if (status === 'terminated') return showAgent(agent);
  await saveTermination(db, { companyId, agentId });
  await unassignSkills(db, { companyId, agentId });
  const ended = await getAgent(db, scope, { ref: agentId });
  emit(agentMoves.terminate.emits, agentEvent(ended));
  return showAgent(ended);
};
