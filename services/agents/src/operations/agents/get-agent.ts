import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getAgentDetail } from '../../store/agents.ts';
import { showAgentDetail } from '../../views.ts';

export const getAgent: Handler<typeof agents, 'getAgent'> = async (
  { agentId, companyId },
  { db, scope },
) => showAgentDetail(await getAgentDetail(db, scope, { ref: agentId, companyId }));
