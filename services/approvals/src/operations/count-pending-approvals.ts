import type { approvals } from '@muster/contracts';
import { storageOf, type Handler } from '@muster/service-kit';
import { countApprovals } from '../store/approval-counts.ts';

export const countPendingApprovals: Handler<typeof approvals, 'countPendingApprovals'> = async (
  { companyId },
  { db, config },
) => {
  const [pending, storage] = await Promise.all([
    countApprovals(db, companyId, 'pending'),
    storageOf({ db, config }, companyId),
  ]);
  return { pending, storage };
};
