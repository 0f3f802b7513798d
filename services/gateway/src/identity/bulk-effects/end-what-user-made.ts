/**
 * Ends what a user has made in a company, after the user was disabled or is no admin of the instance any
 * more. What is left of its rights is looked up when the step runs.
 */
import type { gateway } from '@muster/contracts';
import type { BulkEffect } from '@muster/service-kit';
import { lockCompany } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { endWhatWasMade } from '../end-what-was-made.ts';
import { findMember } from '../store/members.ts';

export const endWhatUserMade: BulkEffect<typeof gateway, GatewayParts> = {
  name: 'end_what_user_made',
  step: async (context, { companyId, subjectId: userId }) => {
    await lockCompany(context.db, companyId);
    const member = await findMember(context.db, companyId, userId);
    await endWhatWasMade(context, { companyId, userId }, member);
    return 'nothing';
  },
};
