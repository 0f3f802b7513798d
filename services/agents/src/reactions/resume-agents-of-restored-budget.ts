import { billing, type agents } from '@muster/contracts';
import { applyInSteps, reaction, type Context } from '@muster/service-kit';
import { applyCompanyBudget } from '../bulk-effects/apply-company-budget.ts';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { markCompanyBudgetRestored, restoreAgentBudget } from '../store/budgets.ts';

/** Resumes agents paused for a budget if both their own and the company's budget have room. */
export const resumeAgentsOfRestoredBudget = reaction(
  billing,
  ['budget.restored'],
  async ({ companyId, payload: { agentId } }, context: Context<typeof agents>) => {
    const { db, emit } = context;
    if (!agentId) {
      await markCompanyBudgetRestored(db, companyId);
      return applyInSteps(context, applyCompanyBudget, { companyId, subjectId: companyId });
    }
    for (const agent of await restoreAgentBudget(db, { companyId, agentId })) {
      emit(agentMoves.resume.emits, agentEvent(agent));
    }
  },
);
