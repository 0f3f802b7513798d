/**
 * Ends what a user has made in a company, after the user was disabled or is no admin of the instance any
 * more. What is left of its rights is looked up when the step runs. If none is, other services hear of it, because
 * they keep things that act with the right of a person.
 */
import type { gateway, Member, User } from '@muster/contracts';
import type { BulkEffect } from '@muster/service-kit';
import { lockCompany } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { endWhatWasMade } from '../end-what-was-made.ts';
import { endedMemberEvent } from '../events.ts';
import { findMember } from '../store/members.ts';
import { findUser } from '../store/users.ts';

export const endWhatUserMade: BulkEffect<typeof gateway, GatewayParts> = {
  name: 'end_what_user_made',
  step: async (context, { companyId, subjectId: userId }) => {
    await lockCompany(context.db, companyId);
    const member = await findMember(context.db, companyId, userId);
    const user = await findUser(context.db, userId);
    if (user && !mayAct(user, member)) {
      context.emit('member.changed', endedMemberEvent(companyId, user, member));
    }
    await endWhatWasMade(context, { companyId, userId }, member);
    return 'nothing';
  },
};

const mayAct = ({ disabledAt, instanceAdmin }: User, member: Member | undefined): boolean =>
  disabledAt === null && (instanceAdmin || member !== undefined);
