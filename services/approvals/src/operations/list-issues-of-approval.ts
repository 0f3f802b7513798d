import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getApprovalRow } from '../store/approvals.ts';

export const listIssuesOfApproval: Handler<typeof approvals, 'listIssuesOfApproval'> = async (
  { approvalId },
  { db, scope },
) => {
  const { companyId, issueIds } = await getApprovalRow(db, scope, approvalId);
  return { companyId, approvalId, issueIds: [...issueIds] };
};
