import { billing, type agents } from '@muster/contracts';
import { applyInSteps, reaction, type Context } from '@muster/service-kit';
import { applyCompanyBudget } from '../bulk-effects/apply-company-budget.ts';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { exhaustAgentBudget, markCompanyBudgetSpent } from '../store/budgets.ts';

export const pauseAgentsOfSpentBudget = reaction(
  billing,
  ['budget.exhausted'],
  async ({ companyId, payload: { agentId } }, context: Context<typeof agents>) => {
    const { db, emit } = context;
    if (!agentId) {
      await markCompanyBudgetSpent(db, companyId);
      return applyInSteps(context, applyCompanyBudget, { companyId, subjectId: companyId });
    }
    for (const agent of await exhaustAgentBudget(db, { companyId, agentId })) {
      emit(agentMoves.pause.emits, agentEvent(agent));
    }
  },
);
