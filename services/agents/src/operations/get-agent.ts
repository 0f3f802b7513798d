import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showAgentDetail } from '../domain/agent.ts';
import { getAgentDetail } from '../store/agents.ts';

export const getAgent: Handler<typeof agents, 'getAgent'> = async (
  { agentId, companyId },
  { db, scope },
) => showAgentDetail(await getAgentDetail(db, scope, { ref: agentId, companyId }));
