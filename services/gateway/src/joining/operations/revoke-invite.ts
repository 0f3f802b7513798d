import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { inviteStatus } from '../domain/invite.ts';
import { showInvite } from '../views.ts';
import { lockInvite, saveRevocation } from '../store/invites.ts';

/** Allowed in an archived company as well: an invite must always be revocable. */
export const revokeInvite: Handler<typeof gateway, 'revokeInvite'> = async (
  { companyId, inviteId },
  { db, now, emit },
) => {
  const invite = await lockInvite(db, { companyId, inviteId });
  if (inviteStatus(invite, now) !== 'open') return showInvite(invite, now);
  const revoked = await saveRevocation(db, invite, now);
  const { expiresAt } = revoked;
  emit('invite.revoked', { companyId, entityId: inviteId, payload: { inviteId, expiresAt } });
  return showInvite(revoked, now);
};
