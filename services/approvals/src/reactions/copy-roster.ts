import { agents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveAgent } from '../store/agents.ts';

export const copyRoster = reaction(
  agents,
  [
    'agent.created',
    'agent.hired',
    'agent.hire_requested',
    'agent.activated',
    'agent.updated',
    'agent.paused',
    'agent.resumed',
    'agent.terminated',
  ],
  async ({ companyId, payload }, { db }) => saveAgent(db, companyId, payload),
  { history: 'state' },
);
