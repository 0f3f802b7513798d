import { billing, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { exhaustAgentBudget, exhaustCompanyBudget } from '../store/budgets.ts';

export const pauseAgentsOfSpentBudget = reaction(
  billing,
  ['budget.exhausted'],
  async ({ companyId, payload: { agentId } }, { db, emit }: Context<typeof agents>) => {
    const paused = agentId
      ? await exhaustAgentBudget(db, { companyId, agentId })
      : await exhaustCompanyBudget(db, companyId);
    for (const agent of paused) {
      emit(agentMoves.pause.emits, agentEvent(agent));
    }
  },
);
