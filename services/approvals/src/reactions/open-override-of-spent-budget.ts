/**
 * Requests a higher budget in the name of an agent whose budget is exhausted, because the agent
 * cannot run to request it: once per exhaustion, and not while such a request is open.
 */
import { billing, type approvals } from '@muster/contracts';
import { newId, reaction, type Context } from '@muster/service-kit';
import { overridePayload } from '../domain/override.ts';
import { approvalEvent } from '../events.ts';
import { findAgent } from '../store/agents.ts';
import { insertApproval, lockOpenAbout } from '../store/approvals.ts';

export const openOverrideOfSpentBudget = reaction(
  billing,
  ['budget.exhausted'],
  async ({ id, companyId, payload }, { db, emit }: Context<typeof approvals>) => {
    const { agentId } = payload;
    // The board raises the budget of a company itself.
    if (!agentId) return;
    // A late cost may exhaust the budget of an agent that is terminated already.
    const agent = await findAgent(db, companyId, agentId);
    if (agent?.status === 'terminated') return;
    const open = await lockOpenAbout(db, companyId, { budgetOf: agentId });
    if (open.length > 0) return;
    const opened = await insertApproval(db, {
      id: newId(),
      companyId,
      type: 'budget_override_required',
      requestedByAgentId: agentId,
      requestedByUserId: null,
      budgetAgentId: agentId,
      causedBy: id,
      payload: overridePayload(payload),
      issueIds: [],
    });
    if (opened) emit('approval.created', approvalEvent(opened));
  },
);
