/**
 * An agent that its budget has stopped cannot ask for more itself, so it is asked for in its name:
 * once a crossing, and not beside a request that the board has before it already.
 */
import { billing, type approvals } from '@muster/contracts';
import { newId, reaction, type Context } from '@muster/service-kit';
import { sayingOf } from '../domain/approval.ts';
import { overrideOf } from '../domain/override.ts';
import { findAgent } from '../store/agents.ts';
import { insertApproval, lockOpenOverrides } from '../store/approvals.ts';

export const openOverrideOfSpentBudget = reaction(
  billing,
  ['budget.exhausted'],
  async ({ id, companyId, payload }, { db, say }: Context<typeof approvals>) => {
    const { agentId } = payload;
    // A company that is out of money is the board's own business.
    if (!agentId) return;
    // A cost may come in after its agent has gone for good.
    const agent = await findAgent(db, companyId, agentId);
    if (agent?.status === 'terminated') return;
    const open = await lockOpenOverrides(db, companyId, agentId);
    if (open.length > 0) return;
    const opened = await insertApproval(db, {
      id: newId(),
      companyId,
      type: 'budget_override_required',
      requestedByAgentId: agentId,
      requestedByUserId: null,
      budgetAgentId: agentId,
      causedBy: id,
      payload: overrideOf(payload),
      issueIds: [],
    });
    if (opened) say('approval.created', sayingOf(opened));
  },
);
