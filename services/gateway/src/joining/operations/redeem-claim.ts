import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findAgent } from '../../copies/store/agents.ts';
import { lockCompany } from '../../copies/store/companies.ts';
import { mayManageAgents } from '../../identity/may-manage-agents.ts';
import { agentKeyEvent } from '../../identity/events.ts';
import { issueAgentKey } from '../../identity/issue-agent-key.ts';
import { decodeHash } from '../../upstream/secret-hash.ts';
import { joinRequestMoves, requireClaimable } from '../domain/join-request-machine.ts';
import { findSolePerson, lockOwnJoinRequest, saveClaim } from '../store/join-requests.ts';

const KEY_NAME = 'claimed when it joined';
const LEFT = 'stop: who let the agent in has left; ask another inviter for a new invite';
const TERMINATED = 'stop: the agent was terminated; ask your inviter for a new invite';

/**
 * Who has invited the agent and let it in as well answers for the key, which ends with that person's right as one that the
 * person makes. Otherwise a leaver would keep a key by joining as an agent.
 */
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
  const createdByUserId = await findSolePerson(db, request);
  if (createdByUserId !== null) {
    await lockCompany(db, companyId);
    if (!(await mayManageAgents(db, companyId, createdByUserId))) {
      throw new Refusal('join_request_rejected', undefined, LEFT);
    }
  }
  const key = { companyId, agentId, name: KEY_NAME };
  const { keyId, token } = await issueAgentKey(db, { ...key, createdByUserId, now });
  await saveClaim(db, request, now);
  emit(joinRequestMoves.claim.emits, {
    companyId,
    entityId: joinRequestId,
    payload: { joinRequestId, agentId, keyId },
  });
  emit('key.created', agentKeyEvent({ ...key, keyId }));
  return { keyId, agentId, companyId, agentName, token, createdAt: now };
};
