import { billing, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { exhaustAgentBudget, exhaustCompanyBudget } from '../store/budgets.ts';

export const pauseAgentsOfSpentBudget = reaction(
  billing,
  ['budget.exhausted'],
  async ({ companyId, payload: { agentId } }, { db, say }: Context<typeof agents>) => {
    const paused = agentId
      ? await exhaustAgentBudget(db, { companyId, agentId })
      : await exhaustCompanyBudget(db, companyId);
    for (const agent of paused) {
      say('agent.paused', { companyId, entityId: agent.id, payload: snapshotOf(agent) });
    }
  },
);
