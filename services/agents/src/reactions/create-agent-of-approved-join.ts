import { gateway, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { addAgent } from '../configuration/add-agent.ts';
import { newAgentOfJoiner } from '../domain/joined.ts';
import { agentEvent } from '../events.ts';
import { findFreeName, findLivingCeo, lockForJoining } from '../store/joining.ts';

/**
 * The board has approved the join request, so the reaction cannot refuse: a name that was taken
 * meanwhile gets a number. The exclusive lock of the company keeps the name free.
 */
export const createAgentOfApprovedJoin = reaction(
  gateway,
  ['join_request.approved'],
  async ({ companyId, payload }, context: Context<typeof agents>) => {
    const { db, emit } = context;
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
    emit('agent.created', agentEvent(agent));
  },
);
