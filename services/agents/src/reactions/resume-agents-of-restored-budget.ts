import { billing, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { restoreAgentBudget, restoreCompanyBudget } from '../store/budgets.ts';

/** Resumes agents paused for a budget if both their own and the company's budget have room. */
export const resumeAgentsOfRestoredBudget = reaction(
  billing,
  ['budget.restored'],
  async ({ companyId, payload: { agentId } }, { db, emit }: Context<typeof agents>) => {
    const resumed = agentId
      ? await restoreAgentBudget(db, { companyId, agentId })
      : await restoreCompanyBudget(db, companyId);
    for (const agent of resumed) {
      emit(agentMoves.resume.emits, agentEvent(agent));
    }
  },
);
