import { agents, type issues } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { assignmentEvent } from '../events.ts';
import { freeIssuesOfAgent } from '../store/free-issues.ts';

/**
 * Runs after `copyRoster` in the same transaction: from then on the agent can be given no work, and
 * all work given before is visible here.
 */
export const freeWorkOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload }, { db, emit, now }: Context<typeof issues>) => {
    const previousAssigneeAgentId = payload.agentId;
    for (const issue of await freeIssuesOfAgent(db, companyId, previousAssigneeAgentId, now)) {
      const event = issue.wasInProgress ? 'issue.released' : 'issue.assigned';
      emit(event, assignmentEvent(issue, previousAssigneeAgentId));
    }
  },
);
