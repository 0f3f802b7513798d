import { agents, type issues } from '@muster/contracts';
import { applyInSteps, reaction, type Context } from '@muster/service-kit';
import { freeWorkOfAgent } from '../bulk-effects/free-work-of-agent.ts';

/**
 * Runs after `copyRoster` in the same transaction: from then on the agent can be given no work, and
 * all work given before is visible here. What the first step leaves is free to be claimed already.
 */
export const freeWorkOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  ({ companyId, payload }, context: Context<typeof issues>) =>
    applyInSteps(context, freeWorkOfAgent, { companyId, subjectId: payload.agentId }),
);
