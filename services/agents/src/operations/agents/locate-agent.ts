import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findCompanyOfAgent } from '../../store/agents.ts';

export const locateAgent: Handler<typeof agents, 'locateAgent'> = async (
  { agentId },
  { db, scope },
) => {
  const companyId = await findCompanyOfAgent(db, scope, agentId);
  if (!companyId) throw new Refusal('agent_not_found');
  return { companyId };
};
