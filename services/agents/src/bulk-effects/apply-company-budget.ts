/**
 * Pauses the agents of a company whose budget is spent, or resumes them when it has room again: one
 * effect, whose steps go by the mark of the company. While they go on, the mark decides what users
 * were told: new and hired agents start paused, and none is resumed by hand.
 */
import type { agents } from '@muster/contracts';
import type { BulkEffect } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { isCompanyBudgetSpent, pauseNextAgents, resumeNextAgents } from '../store/budgets.ts';

/** Agents of one step; a snapshot of each is an event. */
export const AGENTS_PER_STEP = 200;

export const applyCompanyBudget: BulkEffect<typeof agents> = {
  name: 'apply_company_budget',
  step: async ({ db, emit }, { companyId }, after) => {
    const isSpent = await isCompanyBudgetSpent(db, companyId);
    const next = isSpent ? pauseNextAgents : resumeNextAgents;
    const changed = await next(db, { companyId, after, limit: AGENTS_PER_STEP });
    const { emits } = isSpent ? agentMoves.pause : agentMoves.resume;
    for (const agent of changed) emit(emits, agentEvent(agent));
    const last = changed.at(-1);
    return last && changed.length === AGENTS_PER_STEP ? { after: last.id } : 'nothing';
  },
};
