/** Revokes the open invitations that their inviter could not make any more. */
import type { gateway } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { userInvitationEvent } from '../events.ts';
import { listOpenInvitationsBy, revokeInvitation } from '../store/user-invitations.ts';
import { isStillValid } from './still-valid.ts';

/** Called after the membership has changed; the company is locked. */
export async function revokeLostInvitations(
  { db, now, emit, config }: Pick<Context<typeof gateway>, 'db' | 'now' | 'emit' | 'config'>,
  inviter: { companyId: string; userId: string },
): Promise<void> {
  const { MUSTER_INVITERS } = gatewayConfigOf({ config });
  for (const invitation of await listOpenInvitationsBy(db, inviter)) {
    if (isStillValid(invitation, MUSTER_INVITERS)) continue;
    await revokeInvitation(db, invitation.id, now);
    emit('user_invitation.revoked', userInvitationEvent(inviter.companyId, invitation));
  }
}
