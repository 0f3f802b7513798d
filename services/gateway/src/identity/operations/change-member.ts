import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { lockCompany, requireNotArchived } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { changedGrant, requireRemainingOwner, sameGrant } from '../domain/membership.ts';
import { endWhatWasMade } from '../end-what-was-made.ts';
import { memberEvent } from '../events.ts';
import { revokeLostInvitations } from '../invitations/revoke-lost-invitations.ts';
import { getMember, hasOtherOwner, saveMember } from '../store/members.ts';
import { showMember } from '../views.ts';

export const changeMember: Handler<typeof gateway, 'changeMember', GatewayParts> = async (
  { companyId, userId, ifVersion, ...change },
  context,
) => {
  const { db, now, emit, afterCommit, parts } = context;
  const company = await lockCompany(db, companyId);
  const member = await getMember(db, companyId, userId);
  requireNotArchived(company);
  if (ifVersion !== undefined && ifVersion !== member.version) {
    throw new Refusal('version_mismatch', { version: member.version });
  }
  const grant = changedGrant(member, {
    ...(change.role ? { role: change.role } : {}),
    ...(change.permissions ? { permissions: change.permissions } : {}),
  });
  if (sameGrant(member, grant)) return showMember(member);
  requireRemainingOwner(member, grant, await hasOtherOwner(db, member));
  const saved = await saveMember(db, { companyId, userId, now, ...grant });
  emit('member.changed', memberEvent(saved));
  await revokeLostInvitations(context, { companyId, userId });
  await endWhatWasMade(context, { companyId, userId }, saved);
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return showMember(saved);
};
