/** Makes a user a member who has accepted an invitation. */
import type { gateway, Member, UserInvitation } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { memberEvent, userInvitationEvent } from '../events.ts';
import { findMember, insertMember } from '../store/members.ts';

/** An invitation to a company always grants a role. */
export interface CompanyInvitation {
  readonly companyId: string;
  readonly role: NonNullable<UserInvitation['role']>;
}

export const isOfCompany = <I extends UserInvitation>(
  invitation: I,
): invitation is I & CompanyInvitation => invitation.companyId !== null && invitation.role !== null;

/** A user who is a member already keeps its role. */
export async function joinCompany(
  { db, emit }: Pick<Context<typeof gateway>, 'db' | 'emit'>,
  invitation: UserInvitation & CompanyInvitation,
  userId: string,
): Promise<Member> {
  const { companyId, role, permissions } = invitation;
  emit('user_invitation.accepted', userInvitationEvent(companyId, invitation));
  const present = await findMember(db, companyId, userId);
  if (present) return present;
  const member = await insertMember(db, { companyId, userId, role, permissions });
  emit('member.added', memberEvent(member));
  return member;
}
