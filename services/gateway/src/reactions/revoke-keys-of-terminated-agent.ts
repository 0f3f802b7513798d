import { agents, type gateway } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { revokeKeysOf } from '../store/agent-keys.ts';

export const revokeKeysOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload: { agentId } }, { db, now, say }: Context<typeof gateway>) => {
    const revoked = await revokeKeysOf(db, { companyId, agentId, revokedAt: now });
    for (const { id: keyId, name } of revoked) {
      say('key.revoked', { companyId, entityId: keyId, payload: { keyId, agentId, name } });
    }
  },
);
