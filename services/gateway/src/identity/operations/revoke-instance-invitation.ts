import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { insertAccountAction } from '../store/account-activity.ts';
import { lockInvitation, revokeInvitation } from '../store/user-invitations.ts';

/** Event logs belong to companies; this is activity of the instance, like the invitation. */
export const revokeInstanceInvitation: Handler<typeof gateway, 'revokeInstanceInvitation'> = async (
  { invitationId },
  { db, actor, now, log },
) => {
  const invitation = await lockInvitation(db, { companyId: null, invitationId });
  if (invitation.acceptedAt !== null) throw new Refusal('invitation_already_used');
  if (invitation.revokedAt !== null) return invitation;
  await revokeInvitation(db, invitationId, now);
  await insertAccountAction(db, {
    action: 'invitation_revoked',
    userId: null,
    actorId: actor.id,
    subjectId: invitationId,
  });
  log.info({ invitationId, revokedBy: actor.id }, 'invitation to the instance revoked');
  return { ...invitation, revokedAt: now };
};
