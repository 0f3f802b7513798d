import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { makeAgentKey } from '../auth/agent-key.ts';
import { refusePastExpiry } from '../domain/expiry.ts';
import { insertAgentKey } from '../store/agent-keys.ts';
import { getOwnAgent } from './own-agent.ts';

export const createAgentKey: Handler<typeof gateway, 'createAgentKey'> = async (input, context) => {
  const { db, now, say } = context;
  const { agentId, companyId, status, companyStatus } = await getOwnAgent(context, input);
  if (companyStatus === 'archived') throw new Refusal('company_archived');
  if (status === 'pending_approval' || status === 'terminated') {
    throw new Refusal('agent_without_keys', { agentId, status });
  }
  refusePastExpiry(input.expiresAt, now);
  const id = newId();
  const name = input.name ?? null;
  const expiresAt = input.expiresAt ?? null;
  const { token, lookup, secretHash } = makeAgentKey();
  await insertAgentKey(db, {
    id, companyId, agentId, name, lookup, secretHash, createdAt: now, expiresAt,
  });
  say('key.created', { companyId, entityId: id, payload: { keyId: id, agentId, name } });
  return { id, name, createdAt: now, expiresAt, token };
};
