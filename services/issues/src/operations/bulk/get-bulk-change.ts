import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findBulk, showBulk } from '../../store/bulk/bulk-changes.ts';

export const getBulkChange: Handler<typeof issues, 'getBulkChange'> = async (
  { companyId, bulkChangeId },
  { db },
) => {
  const bulk = await findBulk(db, companyId, bulkChangeId);
  if (!bulk) throw new Refusal('bulk_change_not_found');
  return showBulk(bulk);
};
