/** Members as they are shown and said: with everything that their role amounts to. */
import type { Member } from '@muster/contracts';
import { resolved } from '../domain/membership.ts';

export const shownMember = (member: Member): Member => ({
  ...member, permissions: resolved(member),
});

export const memberSaid = (member: Member) => ({
  companyId: member.companyId,
  entityId: member.userId,
  payload: {
    userId: member.userId, name: member.name, role: member.role, permissions: resolved(member),
  },
});
