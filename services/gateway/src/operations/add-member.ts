import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { keptGrant, refuseOvergrant } from '../domain/membership.ts';
import { findMember, insertMember, lockCompany } from '../store/members.ts';
import { findUserByEmail } from '../store/users.ts';
import { boardUser } from './board-user.ts';
import { makeInvitation } from './make-invitation.ts';
import { memberSaid, shownMember } from './shown-member.ts';

export const addMember: Handler<typeof gateway, 'addMember'> = async (
  { companyId, email, name = null, ...asked },
  { db, actor, now, say, afterCommit },
) => {
  const { status } = await lockCompany(db, companyId);
  if (status === 'archived') throw new Refusal('company_archived');
  const grant = keptGrant(asked);
  refuseOvergrant(actor, companyId, grant);
  const user = await findUserByEmail(db, email);
  if (!user) {
    const invitation = await makeInvitation(db, {
      companyId, email, name, role: grant.role, permissions: [...grant.permissions],
      instanceAdmin: false, invitedByUserId: boardUser(actor).id,
    }, now);
    say('user_invitation.created', {
      companyId,
      entityId: invitation.id,
      payload: {
        invitationId: invitation.id, role: grant.role, permissions: [...grant.permissions],
      },
    });
    return { member: null, invitation };
  }
  const { id: userId } = user;
  if (await findMember(db, companyId, userId)) throw new Refusal('already_a_member', { userId });
  const member = await insertMember(db, { companyId, userId, ...grant });
  say('member.added', memberSaid(member));
  afterCommit(() => forgetCredentialsOf(userId));
  return { member: shownMember(member), invitation: null };
};
