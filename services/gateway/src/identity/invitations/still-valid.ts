/** Whether an open invitation still has the right that it was made with. */
import { mayStillInvite, type Inviters } from '../domain/inviter.ts';
import type { OpenInvitation } from '../store/user-invitations.ts';

export function isStillValid(invitation: OpenInvitation, inviters: Inviters): boolean {
  const { role, permissions, inviterRole, inviterPermissions } = invitation;
  const inviter = {
    isDisabled: invitation.inviterDisabledAt !== null,
    isAdmin: invitation.inviterIsAdmin,
    membership:
      inviterRole === null
        ? undefined
        : { role: inviterRole, permissions: inviterPermissions ?? [] },
  };
  return mayStillInvite(inviter, role === null ? undefined : { role, permissions }, inviters);
}
