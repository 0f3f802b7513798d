import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listSkillsOfAgent } from '../../store/agent-skills.ts';
import { getAgent } from '../../store/agents.ts';
import { readerOf } from '../../store/skills.ts';

export const listAgentSkills: Handler<typeof agents, 'listAgentSkills'> = async (
  { agentId: ref, companyId: inCompany },
  { db, actor, scope },
) => {
  const { id: agentId, companyId } = await getAgent(db, scope, { ref, companyId: inCompany });
  const reader = readerOf(actor);
  if (reader !== undefined && reader !== agentId) throw new Refusal('not_your_agent');
  return listSkillsOfAgent(db, { companyId, agentId });
};
