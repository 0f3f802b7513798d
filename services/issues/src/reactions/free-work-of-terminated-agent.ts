import { agents, type issues } from '@muster/contracts';
import { applyInSteps, reaction, type Context } from '@muster/service-kit';
import { hastenQuestionsTo } from '../store/questions/questions-to-agent.ts';
import { freeWorkOfAgent } from '../bulk-effects/free-work-of-agent.ts';

/**
 * Runs after `copyRoster` in the same transaction: from then on the agent can be given no work, and
 * all work given before is visible here. What the first step leaves is free to be claimed already.
 * Questions to it end as at their deadline.
 */
export const freeWorkOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload: { agentId } }, context: Context<typeof issues>) => {
    await hastenQuestionsTo(context.db, companyId, agentId);
    await applyInSteps(context, freeWorkOfAgent, { companyId, subjectId: agentId });
  },
);
