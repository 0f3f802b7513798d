import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { insertAccountAction } from '../store/account-activity.ts';
import { findUserByEmail } from '../store/users.ts';
import { createInvitation } from '../invitations/create-invitation.ts';

/** Event logs belong to companies; an invitation without a company is activity of the instance. */
export const inviteUser: Handler<typeof gateway, 'inviteUser'> = async (
  { email, name = null, instanceAdmin },
  { db, actor, now, log },
) => {
  const { id: invitedByUserId } = actor;
  if (await findUserByEmail(db, email)) throw new Refusal('email_taken');
  const invitation = await createInvitation(
    db,
    {
      companyId: null,
      email,
      name,
      role: null,
      permissions: [],
      instanceAdmin,
      invitedByUserId,
    },
    now,
  );
  await insertAccountAction(db, {
    action: 'user_invited',
    userId: null,
    actorId: invitedByUserId,
    subjectId: invitation.id,
  });
  log.info({ invitationId: invitation.id, invitedByUserId, instanceAdmin }, 'user invited');
  return invitation;
};
