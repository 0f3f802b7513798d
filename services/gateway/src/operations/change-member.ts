import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { changedGrant, refuseLastOwner, sameGrant } from '../domain/membership.ts';
import { getMember, hasOtherOwner, lockCompany, saveMember } from '../store/members.ts';
import { memberSaid, shownMember } from './shown-member.ts';

export const changeMember: Handler<typeof gateway, 'changeMember'> = async (
  { companyId, userId, ifVersion, ...change },
  { db, now, say, afterCommit },
) => {
  const { status } = await lockCompany(db, companyId);
  const member = await getMember(db, companyId, userId);
  if (status === 'archived') throw new Refusal('company_archived');
  if (ifVersion !== undefined && ifVersion !== member.version) {
    throw new Refusal('version_mismatch', { version: member.version });
  }
  const grant = changedGrant(member, {
    ...(change.role ? { role: change.role } : {}),
    ...(change.permissions ? { permissions: change.permissions } : {}),
  });
  if (sameGrant(member, grant)) return shownMember(member);
  refuseLastOwner(member, grant, await hasOtherOwner(db, member));
  const saved = await saveMember(db, { companyId, userId, now, ...grant });
  say('member.changed', memberSaid(saved));
  afterCommit(() => forgetCredentialsOf(userId));
  return shownMember(saved);
};
