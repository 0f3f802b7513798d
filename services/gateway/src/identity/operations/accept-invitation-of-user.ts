import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { lockCompany, requireNotArchived } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { isOfCompany, joinCompany } from '../invitations/join-company.ts';
import { isStillValid } from '../invitations/still-valid.ts';
import { findOpenInvitationTo, useInvitation } from '../store/user-invitations.ts';
import { findUser } from '../store/users.ts';
import { showMember } from '../views.ts';

/** The gateway has authenticated the user; an invitation to another address does not exist for it. */
export const acceptInvitationOfUser: Handler<
  typeof gateway,
  'acceptInvitationOfUser',
  GatewayParts
> = async ({ invitationId, userId }, context) => {
  const { db, now, afterCommit, parts } = context;
  const email = (await findUser(db, userId))?.email ?? null;
  const invitation =
    email === null ? undefined : await findOpenInvitationTo(db, { invitationId, email });
  const { MUSTER_INVITERS } = gatewayConfigOf(context);
  if (!invitation || !isOfCompany(invitation) || !isStillValid(invitation, MUSTER_INVITERS)) {
    throw new Refusal('invitation_not_found');
  }
  requireNotArchived(await lockCompany(db, invitation.companyId));
  // A change of the inviter's rights revokes under the same lock, so this sees it.
  if (!(await useInvitation(db, { id: invitation.id, userId, now }))) {
    throw new Refusal('invitation_not_found');
  }
  const member = await joinCompany(context, invitation, userId);
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return showMember(member);
};
