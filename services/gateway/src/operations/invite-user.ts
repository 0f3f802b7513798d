import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findUserByEmail } from '../store/users.ts';
import { makeInvitation } from './make-invitation.ts';

/** The logs of events are companies'; what concerns none of them is in the log of the process. */
export const inviteUser: Handler<typeof gateway, 'inviteUser'> = async (
  { email, name = null, instanceAdmin: asAdmin },
  { db, actor, now, log },
) => {
  const { id: invitedByUserId } = actor;
  if (await findUserByEmail(db, email)) throw new Refusal('email_taken');
  const invitation = await makeInvitation(db, {
    companyId: null, email, name, role: null, permissions: [], instanceAdmin: asAdmin,
    invitedByUserId,
  }, now);
  log.info({ invitationId: invitation.id, invitedByUserId, asAdmin }, 'a user was invited');
  return invitation;
};
