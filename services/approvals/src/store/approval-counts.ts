/** Counts approvals by status. */
import type { ApprovalStatus } from '@muster/contracts';
import { one, sql, type Db } from '@muster/service-kit';

export const countApprovals = async (
  db: Db,
  companyId: string,
  status: ApprovalStatus,
): Promise<number> => {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from approvals
    where company_id = ${companyId} and status = ${status}`,
  );
  return count;
};
