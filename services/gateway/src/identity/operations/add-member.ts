import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { lockCompany, requireNotArchived } from '../../copies/store/companies.ts';
import { requireBoardUser } from '../domain/board-user.ts';
import { requireInviter } from '../domain/inviter.ts';
import { requireGrantWithinOwn, storedGrant } from '../domain/membership.ts';
import { userInvitationEvent } from '../events.ts';
import { createInvitation } from '../invitations/create-invitation.ts';
import { findMember } from '../store/members.ts';
import { findUserByEmail } from '../store/users.ts';

/** Invites the person, with or without an account: membership is accepted by its person. */
export const addMember: Handler<typeof gateway, 'addMember'> = async (
  { companyId, email, name = null, ...requested },
  context,
) => {
  const { db, actor, now, emit } = context;
  requireInviter(actor, gatewayConfigOf(context).MUSTER_INVITERS);
  requireNotArchived(await lockCompany(db, companyId));
  const grant = storedGrant(requested);
  requireGrantWithinOwn(actor, companyId, grant);
  const user = await findUserByEmail(db, email);
  if (user && (await findMember(db, companyId, user.id))) {
    throw new Refusal('already_a_member', { userId: user.id });
  }
  const invitation = await createInvitation(
    db,
    {
      companyId,
      email,
      name,
      role: grant.role,
      permissions: [...grant.permissions],
      instanceAdmin: false,
      invitedByUserId: requireBoardUser(actor).id,
    },
    now,
  );
  emit('user_invitation.created', userInvitationEvent(companyId, invitation));
  return { member: null, invitation };
};
