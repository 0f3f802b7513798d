import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { agentKeyEvent } from '../events.ts';
import { getOwnAgent } from '../own-agent.ts';
import { lockAgentKey, revokeKeyTree } from '../store/agent-keys.ts';

/** Allowed in an archived company as well: a key must always be revocable. */
export const revokeAgentKey: Handler<typeof gateway, 'revokeAgentKey', GatewayParts> = async (
  input,
  context,
) => {
  const { db, now, emit, afterCommit, parts } = context;
  const { agentId, companyId } = await getOwnAgent(context, input);
  const { keyId } = input;
  const key = await lockAgentKey(db, { companyId, agentId, keyId });
  if (key.revokedAt !== null) return key;
  for (const { id, name } of await revokeKeyTree(db, { agentId, keyId, revokedAt: now })) {
    emit('key.revoked', agentKeyEvent({ companyId, keyId: id, agentId, name }));
  }
  afterCommit(() => parts.signals.emit('callerChanged', agentId));
  return { ...key, revokedAt: now };
};
