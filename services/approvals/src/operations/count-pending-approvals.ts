import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { countApprovals } from '../store/approval-counts.ts';

export const countPendingApprovals: Handler<typeof approvals, 'countPendingApprovals'> = async (
  { companyId },
  { db },
) => ({ pending: await countApprovals(db, companyId, 'pending') });
