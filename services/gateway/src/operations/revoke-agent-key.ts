import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { lockAgentKey, revokeKey } from '../store/agent-keys.ts';
import { getOwnAgent } from './own-agent.ts';

/** Allowed in an archived company too: a key must always be revocable. */
export const revokeAgentKey: Handler<typeof gateway, 'revokeAgentKey'> = async (input, context) => {
  const { db, now, say, afterCommit } = context;
  const { agentId, companyId } = await getOwnAgent(context, input);
  const { keyId } = input;
  const key = await lockAgentKey(db, { companyId, agentId, keyId });
  if (key.revokedAt !== null) return key;
  await revokeKey(db, keyId, now);
  say('key.revoked', {
    companyId, entityId: keyId, payload: { keyId, agentId, name: key.name },
  });
  afterCommit(() => forgetCredentialsOf(agentId));
  return { ...key, revokedAt: now };
};
