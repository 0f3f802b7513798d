import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { refuseLastOwner } from '../domain/membership.ts';
import { deleteMember, getMember, hasOtherOwner, lockCompany } from '../store/members.ts';
import { memberSaid, shownMember } from './shown-member.ts';

/** Allowed in an archived company too: people must always be removable. */
export const removeMember: Handler<typeof gateway, 'removeMember'> = async (
  { companyId, userId },
  { db, say, afterCommit },
) => {
  await lockCompany(db, companyId);
  const member = await getMember(db, companyId, userId);
  refuseLastOwner(member, undefined, await hasOtherOwner(db, member));
  await deleteMember(db, companyId, userId);
  say('member.removed', memberSaid(member));
  afterCommit(() => forgetCredentialsOf(userId));
  return shownMember(member);
};
