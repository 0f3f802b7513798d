import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getAgent } from '../../store/agents.ts';
import { showConfiguration } from '../../views.ts';

export const getAgentConfiguration: Handler<typeof agents, 'getAgentConfiguration'> = async (
  { agentId, companyId },
  { db, scope },
) => showConfiguration(await getAgent(db, scope, { ref: agentId, companyId }));
