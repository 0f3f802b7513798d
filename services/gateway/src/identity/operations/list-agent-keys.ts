import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listAgentKeyRows } from '../store/agent-keys.ts';
import { getOwnAgent } from '../own-agent.ts';

export const listAgentKeys: Handler<typeof gateway, 'listAgentKeys'> = async (input, context) => {
  const { agentId, companyId } = await getOwnAgent(context, input);
  return listAgentKeyRows(context.db, companyId, agentId);
};
