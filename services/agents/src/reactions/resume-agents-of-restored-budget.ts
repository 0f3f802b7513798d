import { billing, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { restoreAgentBudget, restoreCompanyBudget } from '../store/budgets.ts';

/** Only whoever was paused for a budget, and only while the other budget has room as well. */
export const resumeAgentsOfRestoredBudget = reaction(
  billing,
  ['budget.restored'],
  async ({ companyId, payload: { agentId } }, { db, say }: Context<typeof agents>) => {
    const resumed = agentId
      ? await restoreAgentBudget(db, { companyId, agentId })
      : await restoreCompanyBudget(db, companyId);
    for (const agent of resumed) {
      say('agent.resumed', { companyId, entityId: agent.id, payload: snapshotOf(agent) });
    }
  },
);
