import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { lockInvitation, revokeInvitation } from '../store/user-invitations.ts';

/** Allowed in an archived company too: what lets people in must always be revocable. */
export const revokeUserInvitation: Handler<typeof gateway, 'revokeUserInvitation'> = async (
  { companyId, invitationId },
  { db, now, say },
) => {
  const invitation = await lockInvitation(db, { companyId, invitationId });
  if (invitation.acceptedAt !== null) throw new Refusal('invitation_already_used');
  if (invitation.revokedAt !== null) return invitation;
  await revokeInvitation(db, invitationId, now);
  const { role, permissions } = invitation;
  say('user_invitation.revoked', {
    companyId, entityId: invitationId, payload: { invitationId, role, permissions },
  });
  return { ...invitation, revokedAt: now };
};
