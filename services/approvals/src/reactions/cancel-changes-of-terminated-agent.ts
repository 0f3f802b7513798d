import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { cancelUndecided } from '../decisions/cancel-undecided.ts';
import { lockOpenAbout } from '../store/approvals.ts';

export const cancelChangesOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload: { agentId } }, context: Context<typeof approvals>) => {
    for (const approval of await lockOpenAbout(context.db, companyId, { changeOf: agentId })) {
      await cancelUndecided(context, approval);
    }
  },
);
