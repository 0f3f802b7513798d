import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { lockCompany, requireNotArchived } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { findInvitationByToken } from '../invitations/find-invitation.ts';
import { isOfCompany, joinCompany } from '../invitations/join-company.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { useInvitation } from '../store/user-invitations.ts';
import { insertPassword, insertUser } from '../store/users.ts';

/** For a person without an account: the user of an account accepts after signing in. */
export const acceptInvitation: Handler<typeof gateway, 'acceptInvitation', GatewayParts> = async (
  { token, name, password },
  context,
) => {
  const { db, now, parts } = context;
  const find = () => findInvitationByToken(db, token, gatewayConfigOf(context).MUSTER_INVITERS);
  const invitation = await find();
  if (!invitation) throw new Refusal('token_not_found');
  const { id, companyId, email } = invitation;
  // Hashing is expensive: it runs for valid tokens only, and before any lock is taken.
  const passwordHash = await parts.passwords.hashOnce(id, password);
  if (companyId !== null) requireNotArchived(await lockCompany(db, companyId));
  const user = await insertUser(db, {
    id: newId(),
    email,
    name: name ?? invitation.name ?? email,
    instanceAdmin: invitation.instanceAdmin,
  });
  // The token is known to the inviter, too, who must not accept in the name of an existing user.
  if (!user) throw new Refusal((await find()) ? 'account_exists' : 'token_not_found');
  await insertPassword(db, { id: newId(), userId: user.id, passwordHash });
  if (!(await useInvitation(db, { id, userId: user.id, now }))) {
    throw new Refusal('token_not_found');
  }
  await insertAccountAction(db, { action: 'user_created', userId: user.id, subjectId: id });
  if (isOfCompany(invitation)) await joinCompany(context, invitation, user.id);
  return { user, companyId };
};
