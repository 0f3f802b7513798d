import type { agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { newAgentOf } from '../domain/hire.ts';
import { lockWritableCompany } from '../store/locks.ts';
import { insertAgent } from '../store/new-agents.ts';

export const createAgent: Handler<typeof agents, 'createAgent'> = async (
  input,
  { db, actor, say },
) => {
  const { companyId } = input;
  await lockWritableCompany(db, companyId);
  const agent = await insertAgent(
    db, { id: newId(), companyId, status: 'idle', approvalId: null, actor }, newAgentOf(input),
  );
  say('agent.created', { companyId, entityId: agent.id, payload: snapshotOf(agent) });
  return showAgent(agent);
};
