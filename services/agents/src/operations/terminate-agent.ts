import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { terminateAgent as saveTermination } from '../store/agent-status.ts';
import { getAgent } from '../store/agents.ts';
import { lockAgent } from '../store/locks.ts';

/** Keys, run, work and a waiting approval are ended by the services that own them. */
export const terminateAgent: Handler<typeof agents, 'terminateAgent'> = async (
  { agentId: ref, companyId: inCompany },
  { db, scope, say },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany });
  const { id: agentId, companyId, status } = agent;
  if (status === 'terminated') return showAgent(agent);
  await saveTermination(db, { companyId, agentId });
  const ended = await getAgent(db, scope, { ref: agentId });
  say('agent.terminated', { companyId, entityId: agentId, payload: snapshotOf(ended) });
  return showAgent(ended);
};
