import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findAgent } from '../store/roster.ts';
import { countRunsOfAgent } from '../store/runs/run-statistics.ts';

export const getRunStatistics: Handler<typeof scheduler, 'getRunStatistics'> = async (
  { agentId: ref, companyId: inCompany },
  { db, scope },
) => {
  const agent = await findAgent(db, scope, ref, inCompany);
  if (!agent) throw new Refusal('agent_not_found');
  const { agentId, companyId } = agent;
  return { agentId, companyId, ...(await countRunsOfAgent(db, { companyId, agentId })) };
};
