import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findAgent } from '../../copies/store/agents.ts';
import { agentKeyEvent } from '../../identity/events.ts';
import { issueAgentKey } from '../../identity/issue-agent-key.ts';
import { decodeHash } from '../../upstream/secret-hash.ts';
import { joinRequestMoves, requireClaimable } from '../domain/join-request-machine.ts';
import { lockOwnJoinRequest, saveClaim } from '../store/join-requests.ts';

const KEY_NAME = 'claimed when it joined';
const TERMINATED = 'stop: the agent was terminated; ask your inviter for a new invite';

export const redeemClaim: Handler<typeof gateway, 'redeemClaim'> = async (
  { joinRequestId, claimHash },
  { db, now, emit },
) => {
  const request = await lockOwnJoinRequest(db, { joinRequestId, claimHash: decodeHash(claimHash) });
  requireClaimable(request.status);
  const { companyId } = request;
  const agent =
    request.agentId === null
      ? undefined
      : await findAgent(db, [companyId], { agentId: request.agentId });
  // Approved, but the event that created the agent has not been applied here yet.
  if (!agent) throw new Refusal('join_request_pending');
  const { agentId, name: agentName, status, companyStatus } = agent;
  if (companyStatus === 'archived') throw new Refusal('company_archived');
  if (status === 'terminated') {
    throw new Refusal('agent_without_keys', { agentId, status }, TERMINATED);
  }
  const key = { companyId, agentId, name: KEY_NAME };
  const { keyId, token } = await issueAgentKey(db, { ...key, now });
  await saveClaim(db, request, now);
  emit(joinRequestMoves.claim.emits, {
    companyId,
    entityId: joinRequestId,
    payload: { joinRequestId, agentId, keyId },
  });
  emit('key.created', agentKeyEvent({ ...key, keyId }));
  return { keyId, agentId, companyId, agentName, token, createdAt: now };
};
