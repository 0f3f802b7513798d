import type { agents } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { addAgent } from '../../configuration/add-agent.ts';
import { newAgentOf } from '../../domain/hire.ts';
import { noteOfProgram } from '../../domain/programs/program.ts';
import { agentEvent } from '../../events.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { showAgent } from '../../views.ts';

export const createAgent: Handler<typeof agents, 'createAgent'> = async (input, context) => {
  const { db, emit } = context;
  const { companyId } = input;
  await lockWritableCompany(db, companyId);
  const { row: agent } = await addAgent(
    context,
    { id: newId(), companyId, status: 'idle', approvalId: null },
    newAgentOf(input),
  );
  emit('agent.created', agentEvent(agent));
  return { ...showAgent(agent), ...noteOfProgram(agent) };
};
