import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { takeRequestedChange } from '../store/requested-changes.ts';

export const forgetRefusedChange = reaction(
  approvals,
  ['approval.rejected', 'approval.cancelled'],
  async ({ companyId, payload: { type, approvalId } }, { db }: Context<typeof agents>) => {
    if (type === 'change_agent') await takeRequestedChange(db, companyId, approvalId);
  },
);
