import { gateway, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { newAgentOfJoiner } from '../domain/joined.ts';
import { findFreeName, findLivingCeo, lockForJoining } from '../store/joining.ts';
import { insertAgent } from '../store/new-agents.ts';

/**
 * The board has let the agent in, and nobody is there any more to be told no: a name that was taken
 * meanwhile is numbered. The company is held alone, so that the name stays free.
 */
export const createAgentOfApprovedJoin = reaction(
  gateway,
  ['join_request.approved'],
  async ({ companyId, payload }, { db, actor, say }: Context<typeof agents>) => {
    const { agentId, joiner } = payload;
    if (!(await lockForJoining(db, companyId, agentId))) return;
    const agent = await insertAgent(
      db,
      { id: agentId, companyId, status: 'idle', approvalId: null, actor },
      newAgentOfJoiner(joiner, {
        name: await findFreeName(db, companyId, { name: joiner.name, agentId }),
        reportsTo: await findLivingCeo(db, companyId),
      }),
    );
    say('agent.created', { companyId, entityId: agentId, payload: snapshotOf(agent) });
  },
);
