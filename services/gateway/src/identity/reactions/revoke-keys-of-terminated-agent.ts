import { agents, type gateway } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { agentKeyEvent } from '../events.ts';
import { revokeKeysOf } from '../store/agent-keys.ts';

export const revokeKeysOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload: { agentId } }, { db, now, emit }: Context<typeof gateway>) => {
    const revoked = await revokeKeysOf(db, { companyId, agentId, revokedAt: now });
    for (const { id: keyId, name } of revoked) {
      emit('key.revoked', agentKeyEvent({ companyId, keyId, agentId, name }));
    }
  },
);
