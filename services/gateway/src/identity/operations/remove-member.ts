import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { lockCompany } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { requireRemainingOwner } from '../domain/membership.ts';
import { endWhatWasMade } from '../end-what-was-made.ts';
import { memberEvent } from '../events.ts';
import { revokeLostInvitations } from '../invitations/revoke-lost-invitations.ts';
import { deleteMember, getMember, hasOtherOwner } from '../store/members.ts';
import { showMember } from '../views.ts';

/** Allowed in an archived company as well: access must always be removable. */
export const removeMember: Handler<typeof gateway, 'removeMember', GatewayParts> = async (
  { companyId, userId },
  context,
) => {
  const { db, emit, afterCommit, parts } = context;
  await lockCompany(db, companyId);
  const member = await getMember(db, companyId, userId);
  requireRemainingOwner(member, undefined, await hasOtherOwner(db, member));
  await deleteMember(db, companyId, userId);
  emit('member.removed', memberEvent(member));
  await revokeLostInvitations(context, { companyId, userId });
  await endWhatWasMade(context, { companyId, userId }, undefined);
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return showMember(member);
};
