import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { noInstructions } from '../../domain/instructions.ts';
import { getAgent } from '../../store/agents.ts';
import { findInstructions } from '../../store/instructions.ts';

export const getInstructions: Handler<typeof agents, 'getInstructions'> = async (
  { agentId, companyId, version },
  { db, scope },
) => {
  const agent = await getAgent(db, scope, { ref: agentId, companyId });
  const found = version === 0 ? undefined : await findInstructions(db, agent, version);
  if (!found && version) throw new Refusal('revision_not_found');
  return found ?? noInstructions(agent.id);
};
