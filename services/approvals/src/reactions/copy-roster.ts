import { agents, agentSnapshotEvents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveAgent } from '../store/agents.ts';

export const copyRoster = reaction(
  agents,
  agentSnapshotEvents,
  async ({ companyId, payload }, { db }) => saveAgent(db, companyId, payload),
  { history: 'state' },
);
