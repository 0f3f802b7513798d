import { gateway, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { newAgentOfJoiner } from '../domain/joined.ts';
import { addAgent } from '../operations/add-agent.ts';
import { findFreeName, findLivingCeo, lockForJoining } from '../store/joining.ts';

/**
 * The board has let the agent in, and nobody is there any more to be told no: a name that was taken
 * meanwhile is numbered. The company is held alone, so that the name stays free.
 */
export const createAgentOfApprovedJoin = reaction(
  gateway,
  ['join_request.approved'],
  async ({ companyId, payload }, context: Context<typeof agents>) => {
    const { db, say } = context;
    const { agentId, joiner } = payload;
    if (!(await lockForJoining(db, companyId, agentId))) return;
    const { row: agent } = await addAgent(
      context,
      { id: agentId, companyId, status: 'idle', approvalId: null },
      newAgentOfJoiner(joiner, {
        name: await findFreeName(db, companyId, { name: joiner.name, agentId }),
        reportsTo: await findLivingCeo(db, companyId),
      }),
    );
    say('agent.created', { companyId, entityId: agentId, payload: snapshotOf(agent) });
  },
);
