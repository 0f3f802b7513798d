import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { userInvitationEvent } from '../events.ts';
import { lockInvitation, revokeInvitation } from '../store/user-invitations.ts';

/** Allowed in an archived company as well: an invitation must always be revocable. */
export const revokeUserInvitation: Handler<typeof gateway, 'revokeUserInvitation'> = async (
  { companyId, invitationId },
  { db, now, emit },
) => {
  const invitation = await lockInvitation(db, { companyId, invitationId });
  if (invitation.acceptedAt !== null) throw new Refusal('invitation_already_used');
  if (invitation.revokedAt !== null) return invitation;
  await revokeInvitation(db, invitationId, now);
  emit('user_invitation.revoked', userInvitationEvent(companyId, invitation));
  return { ...invitation, revokedAt: now };
};
