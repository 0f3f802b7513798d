import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showConfiguration } from '../domain/agent.ts';
import { getAgent } from '../store/agents.ts';

export const getAgentConfiguration: Handler<typeof agents, 'getAgentConfiguration'> = async (
  { agentId, companyId },
  { db, scope },
) => showConfiguration(await getAgent(db, scope, { ref: agentId, companyId }));
