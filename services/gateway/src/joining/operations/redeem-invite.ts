import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { isNameTaken } from '../../copies/store/agents.ts';
import { decodeHash, hashSecret } from '../../upstream/secret-hash.ts';
import { joinExpiry } from '../domain/invite.ts';
import { showOwnJoinRequest } from '../views.ts';
import { validateJoiner } from '../domain/joiner.ts';
import { makeClaimSecret } from '../join-secrets.ts';
import { useInvite } from '../store/invites.ts';
import { insertJoinRequest } from '../store/join-requests.ts';

/** A refusal rolls the use of the invite back, so the agent may try again. */
export const redeemInvite: Handler<typeof gateway, 'redeemInvite'> = async (
  { tokenHash, ...requested },
  { db, now, emit },
) => {
  const { id: inviteId, companyId } = await useInvite(db, decodeHash(tokenHash));
  const joiner = validateJoiner(requested);
  const { name: agentName } = joiner;
  if (await isNameTaken(db, companyId, agentName)) {
    throw new Refusal('name_taken', { field: 'agentName' });
  }
  const id = newId();
  const claimSecret = makeClaimSecret();
  const request = await insertJoinRequest(db, {
    id,
    companyId,
    inviteId,
    joiner,
    claimHash: hashSecret(claimSecret),
    expiresAt: joinExpiry(now),
    createdAt: now,
  });
  emit('invite.accepted', {
    companyId,
    entityId: inviteId,
    payload: { inviteId, joinRequestId: id },
  });
  emit('join_request.created', {
    companyId,
    entityId: id,
    payload: { joinRequestId: id, inviteId, agentName },
  });
  return { ...showOwnJoinRequest(request), claimSecret };
};
