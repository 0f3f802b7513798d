import { approvals } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { insertApprovedStrategy } from '../store/companies.ts';

/** The first approved strategy opens the gate of the company's CEO for good. */
export const openGateOfApprovedStrategy = reaction(
  approvals,
  ['approval.approved'],
  async ({ companyId, occurredAt, payload }, { db }) => {
    if (payload.type !== 'approve_ceo_strategy') return;
    await insertApprovedStrategy(db, companyId, payload.approvalId, occurredAt);
  },
);
