import { gateway } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { deleteMember, saveMember } from '../store/members.ts';

/** Who is no longer a member keeps what it was given, and is given nothing more. */
export const keepMembers = reaction(
  gateway,
  ['member.added', 'member.removed'],
  async ({ type, companyId, payload: { userId } }, { db }) =>
    type === 'member.added'
      ? saveMember(db, companyId, userId)
      : deleteMember(db, companyId, userId),
);
