import { agents, type issues } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../operations/snapshot.ts';
import { freeIssuesOf } from '../store/terminations.ts';

/**
 * The roster is kept by the reaction before this one, in the same transaction: from then on
 * nobody can give the agent work, and what was given before is seen here.
 */
export const freeWorkOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload }, { db, say, now }: Context<typeof issues>) => {
    const previousAssigneeAgentId = payload.agentId;
    for (const issue of await freeIssuesOf(db, companyId, previousAssigneeAgentId, now)) {
      const event = issue.wasInProgress ? 'issue.released' : 'issue.assigned';
      const snapshot = { ...snapshotOf(issue), previousAssigneeAgentId };
      say(event, { companyId, entityId: issue.id, payload: snapshot });
    }
  },
);
