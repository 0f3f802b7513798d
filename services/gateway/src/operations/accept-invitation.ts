import { Refusal, type User, type UserInvitation, type gateway } from '@muster/contracts';
import { newId, type Context, type Db, type Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { openInvitation } from '../auth/open-invitation.ts';
import { hashOnce } from '../auth/password.ts';
import { findMember, insertMember, lockCompany } from '../store/members.ts';
import { getUserByEmail, insertPassword, insertUser } from '../store/users.ts';
import { useInvitation } from '../store/user-invitations.ts';
import { memberSaid } from './shown-member.ts';

export const acceptInvitation: Handler<typeof gateway, 'acceptInvitation'> = async (
  { token, name, password },
  context,
) => {
  const { db, now, afterCommit } = context;
  const invitation = await openInvitation(db, token);
  if (!invitation) throw new Refusal('token_not_found');
  const { id, companyId, email } = invitation;
  // Only whoever holds a token makes this process work; and it does so before any lock.
  const passwordHash = await hashOnce(id, password);
  if (companyId !== null) await refuseArchived(db, companyId);
  const made = await insertUser(db, {
    id: newId(), email, name: name ?? invitation.name ?? email,
    instanceAdmin: invitation.instanceAdmin,
  });
  // A password that exists is never replaced: whoever invites would choose it for the other.
  if (made) await insertPassword(db, { id: newId(), userId: made.id, passwordHash });
  const user = made ?? (await getUserByEmail(db, email));
  await useInvitation(db, { id, userId: user.id, now });
  if (companyId !== null) await join(context, { ...invitation, companyId }, user);
  afterCommit(() => forgetCredentialsOf(user.id));
  return { user, companyId };
};

async function refuseArchived(db: Db, companyId: string): Promise<void> {
  const { status } = await lockCompany(db, companyId);
  if (status === 'archived') throw new Refusal('company_archived');
}

async function join(
  { db, say }: Context<typeof gateway>,
  { id: invitationId, companyId, role, permissions }: UserInvitation & { companyId: string },
  { id: userId }: User,
): Promise<void> {
  say('user_invitation.accepted', {
    companyId, entityId: invitationId, payload: { invitationId, role, permissions },
  });
  if (role === null || await findMember(db, companyId, userId)) return;
  const member = await insertMember(db, { companyId, userId, role, permissions });
  say('member.added', memberSaid(member));
}
