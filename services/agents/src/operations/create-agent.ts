import type { agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { newAgentOf } from '../domain/hire.ts';
import { lockWritableCompany } from '../store/locks.ts';
import { addAgent } from './add-agent.ts';

export const createAgent: Handler<typeof agents, 'createAgent'> = async (
  input,
  context,
) => {
  const { db, say } = context;
  const { companyId } = input;
  await lockWritableCompany(db, companyId);
  const { row: agent } = await addAgent(
    context, { id: newId(), companyId, status: 'idle', approvalId: null }, newAgentOf(input),
  );
  say('agent.created', { companyId, entityId: agent.id, payload: snapshotOf(agent) });
  return showAgent(agent);
};
