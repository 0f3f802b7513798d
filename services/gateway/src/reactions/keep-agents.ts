import { agents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { saveAgent } from '../store/agents.ts';

/**
 * Whether an agent's credentials count depends on its standing, so what was believed is asked
 * again.
 */
export const keepAgents = reaction(
  agents,
  [
    'agent.created', 'agent.hired', 'agent.hire_requested', 'agent.activated', 'agent.updated',
    'agent.paused', 'agent.resumed', 'agent.terminated',
  ],
  async ({ companyId, payload }, { db, afterCommit }) => {
    await saveAgent(db, companyId, payload);
    afterCommit(() => forgetCredentialsOf(payload.agentId));
  },
);
