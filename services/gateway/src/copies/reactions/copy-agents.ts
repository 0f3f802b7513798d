import { agents, agentSnapshotEvents, type gateway } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { saveAgent } from '../store/agents.ts';

/**
 * Whether an agent may authenticate depends on its status, so its cached credentials are dropped.
 */
export const copyAgents = reaction(
  agents,
  agentSnapshotEvents,
  async (
    { companyId, payload },
    { db, afterCommit, parts }: Context<typeof gateway, GatewayParts>,
  ) => {
    await saveAgent(db, companyId, payload);
    afterCommit(() => parts.signals.emit('callerChanged', payload.agentId));
  },
  { history: 'state' },
);
