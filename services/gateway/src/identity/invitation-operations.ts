/** Operations on invitations of people, to a company or to the instance. */
import type { RoomOperations } from '../parts.ts';
import { acceptInvitation } from './operations/accept-invitation.ts';
import { acceptInvitationOfUser } from './operations/accept-invitation-of-user.ts';
import { addMember } from './operations/add-member.ts';
import { inviteUser } from './operations/invite-user.ts';
import { listInstanceInvitations } from './operations/list-instance-invitations.ts';
import { listUserInvitations } from './operations/list-user-invitations.ts';
import { revokeInstanceInvitation } from './operations/revoke-instance-invitation.ts';
import { revokeUserInvitation } from './operations/revoke-user-invitation.ts';

export const invitationOperations = {
  acceptInvitation,
  acceptInvitationOfUser,
  addMember,
  inviteUser,
  listInstanceInvitations,
  listUserInvitations,
  revokeInstanceInvitation,
  revokeUserInvitation,
} satisfies RoomOperations;
