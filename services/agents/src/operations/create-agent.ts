import type { agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { newAgentOf } from '../domain/hire.ts';
import { getWritableCompany } from '../store/companies.ts';
import { insertAgent } from '../store/new-agents.ts';

export const createAgent: Handler<typeof agents, 'createAgent'> = async (input, { db, say }) => {
  const { companyId } = input;
  await getWritableCompany(db, companyId);
  const placement = { id: newId(), companyId, status: 'idle', approvalId: null } as const;
  const agent = await insertAgent(db, placement, newAgentOf(input));
  say('agent.created', { companyId, entityId: agent.id, payload: snapshotOf(agent) });
  return showAgent(agent);
};
