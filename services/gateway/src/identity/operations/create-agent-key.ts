import { Refusal, type Actor, type gateway } from '@muster/contracts';
import type { Db, Handler } from '@muster/service-kit';
import { earlierExpiry, requireFutureExpiry } from '../domain/expiry.ts';
import { agentKeyEvent } from '../events.ts';
import { issueAgentKey } from '../issue-agent-key.ts';
import { getOwnAgent } from '../own-agent.ts';
import { lockMakingKey, type KeyMaker } from '../store/agent-keys.ts';

const TERMINATED =
  'the agent was terminated for good: hire another agent, POST /api/companies/:companyId/agent-hires';

export const createAgentKey: Handler<typeof gateway, 'createAgentKey'> = async (input, context) => {
  const { db, actor, now, emit } = context;
  const { agentId, companyId, status, companyStatus } = await getOwnAgent(context, input);
  if (companyStatus === 'archived') throw new Refusal('company_archived');
  if (status === 'pending_approval' || status === 'terminated') {
    const hint = status === 'terminated' ? TERMINATED : undefined;
    throw new Refusal('agent_without_keys', { agentId, status }, hint);
  }
  requireFutureExpiry(input.expiresAt, now);
  const name = input.name ?? null;
  const maker = makerOf(actor);
  const expiresAt = earlierExpiry(input.expiresAt ?? null, await expiryOf(db, agentId, maker));
  const key = { companyId, agentId, name, expiresAt, now, ...maker };
  const { keyId, token } = await issueAgentKey(db, key);
  emit('key.created', agentKeyEvent({ companyId, keyId, agentId, name }));
  return { id: keyId, name, createdAt: now, expiresAt, token };
};

function makerOf(actor: Actor): KeyMaker {
  if (actor.type === 'agent') {
    return { createdByAgentId: actor.id, createdByKeyId: actor.keyId ?? null };
  }
  return { createdByUserId: actor.type === 'user' ? actor.id : null };
}

/** A key that is made with another one ends with it, so it expires no later. */
async function expiryOf(
  db: Db,
  agentId: string,
  { createdByKeyId: keyId }: KeyMaker,
): Promise<string | null> {
  return keyId ? (await lockMakingKey(db, { agentId, keyId })).expiresAt : null;
}
