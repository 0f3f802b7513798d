import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { makeAgentKey } from '../auth/agent-key.ts';
import { hashThatTravelled } from '../auth/join-secrets.ts';
import { checkClaim, joinRequestMoves } from '../domain/join-request-machine.ts';
import { insertAgentKey } from '../store/agent-keys.ts';
import { findAgent } from '../store/agents.ts';
import { lockOwnJoinRequest, saveClaim } from '../store/join-requests.ts';

const KEY_NAME = 'claimed when it joined';

export const redeemClaim: Handler<typeof gateway, 'redeemClaim'> = async (
  { joinRequestId, claimHash },
  { db, now, say },
) => {
  const request = await lockOwnJoinRequest(db, {
    joinRequestId, claimHash: hashThatTravelled(claimHash),
  });
  checkClaim(request.status);
  const { companyId } = request;
  const agent = request.agentId === null
    ? undefined
    : await findAgent(db, [companyId], { agentId: request.agentId });
  // It is approved, and being made: the news of it is on its way here.
  if (!agent) throw new Refusal('join_request_pending');
  const { agentId, name: agentName, status, companyStatus } = agent;
  if (companyStatus === 'archived') throw new Refusal('company_archived');
  if (status === 'terminated') throw new Refusal('agent_without_keys', { agentId, status });
  const keyId = newId();
  const { token, lookup, secretHash } = makeAgentKey();
  await insertAgentKey(db, {
    id: keyId, companyId, agentId, name: KEY_NAME, lookup, secretHash, createdAt: now,
  });
  await saveClaim(db, request, now);
  say(joinRequestMoves.claim.says, {
    companyId, entityId: joinRequestId, payload: { joinRequestId, agentId, keyId },
  });
  say('key.created', {
    companyId, entityId: keyId, payload: { keyId, agentId, name: KEY_NAME },
  });
  return { keyId, agentId, companyId, agentName, token, createdAt: now };
};
