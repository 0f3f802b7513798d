import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { inviteStatus, showInvite } from '../domain/invite.ts';
import { lockInvite, revokeInvite as saveRevoked } from '../store/invites.ts';

/** Allowed in an archived company too: an invite must always be revocable. */
export const revokeInvite: Handler<typeof gateway, 'revokeInvite'> = async (
  { companyId, inviteId },
  { db, now, say },
) => {
  const invite = await lockInvite(db, { companyId, inviteId });
  if (inviteStatus(invite, now) !== 'open') return showInvite(invite, now);
  const revoked = await saveRevoked(db, invite, now);
  const { expiresAt } = revoked;
  say('invite.revoked', { companyId, entityId: inviteId, payload: { inviteId, expiresAt } });
  return showInvite(revoked, now);
};
