import { agents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveAgentLimit } from '../store/agents.ts';

/** The limit of an agent, so that the board sees what an override would make of it. */
export const copyLimits = reaction(
  agents,
  ['agent.created', 'agent.hired', 'agent.hire_requested', 'agent.updated'],
  async ({ companyId, payload }, { db }) => saveAgentLimit(db, companyId, payload),
  { history: 'state' },
);
