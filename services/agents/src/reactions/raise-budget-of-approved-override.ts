import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { saveChange } from '../configuration/save-change.ts';
import { limitAfter } from '../domain/budget.ts';
import { settingsOf } from '../domain/config.ts';
import { claimBudgetRaise } from '../store/budgets.ts';
import { lockLivingAgent } from '../store/locks.ts';

/** Billing reacts to the new limit and decides whether the agent may continue. */
export const raiseBudgetOfApprovedOverride = reaction(
  approvals,
  ['approval.approved'],
  async ({ companyId, payload: { approvalId, budgetRaise } }, context: Context<typeof agents>) => {
    if (!budgetRaise) return;
    const { agentId, amountCents } = budgetRaise;
    const agent = await lockLivingAgent(context.db, companyId, agentId);
    if (!agent) return;
    const raise = { approvalId, companyId, agentId, amountCents };
    if (!(await claimBudgetRaise(context.db, raise))) return;
    const { config, metadata } = settingsOf(agent);
    const budgetMonthlyCents = limitAfter(config.budgetMonthlyCents, budgetRaise);
    await saveChange(context, agent, {
      authority: 'board',
      source: 'patch',
      wanted: { config: { ...config, budgetMonthlyCents }, metadata },
    });
  },
);
