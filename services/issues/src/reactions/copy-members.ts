import { gateway } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { deleteMember, saveMember } from '../store/members.ts';

/** A former member keeps its issues and gets no new ones. */
export const copyMembers = reaction(
  gateway,
  ['member.added', 'member.removed'],
  async ({ type, companyId, seq, payload: { userId } }, { db }) =>
    type === 'member.added'
      ? saveMember(db, { companyId, userId, seq })
      : deleteMember(db, { companyId, userId, seq }),
);
