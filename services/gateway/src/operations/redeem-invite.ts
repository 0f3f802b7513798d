import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { hashThatTravelled, makeClaimSecret, storedHash } from '../auth/join-secrets.ts';
import { joinExpiry } from '../domain/invite.ts';
import { showOwnJoinRequest } from '../domain/join-request.ts';
import { joinerOf } from '../domain/joiner.ts';
import { isNameTaken } from '../store/agents.ts';
import { useInvite } from '../store/invites.ts';
import { insertJoinRequest } from '../store/join-requests.ts';

/** Whatever is refused after the invite was used leaves it unused: the agent may try again. */
export const redeemInvite: Handler<typeof gateway, 'redeemInvite'> = async (
  { tokenHash, ...asked },
  { db, now, say },
) => {
  const { id: inviteId, companyId } = await useInvite(db, hashThatTravelled(tokenHash));
  const joiner = joinerOf(asked);
  const { name: agentName } = joiner;
  if (await isNameTaken(db, companyId, agentName)) {
    throw new Refusal('name_taken', { field: 'agentName' });
  }
  const id = newId();
  const claimSecret = makeClaimSecret();
  const request = await insertJoinRequest(db, {
    id, companyId, inviteId, joiner, claimHash: storedHash(claimSecret),
    expiresAt: joinExpiry(now), createdAt: now,
  });
  say('invite.accepted', {
    companyId, entityId: inviteId, payload: { inviteId, joinRequestId: id },
  });
  say('join_request.created', {
    companyId, entityId: id, payload: { joinRequestId: id, inviteId, agentName },
  });
  return { ...showOwnJoinRequest(request), claimSecret };
};
