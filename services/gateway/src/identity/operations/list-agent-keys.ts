import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listAgentKeys as listKeys } from '../store/agent-keys.ts';
import { getOwnAgent } from '../own-agent.ts';

export const listAgentKeys: Handler<typeof gateway, 'listAgentKeys'> = async (input, context) => {
  const { agentId, companyId } = await getOwnAgent(context, input);
  return listKeys(context.db, companyId, agentId);
};
