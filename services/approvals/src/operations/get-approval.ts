import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getApprovalRow } from '../store/approvals.ts';
import { showApproval } from '../views.ts';

export const getApproval: Handler<typeof approvals, 'getApproval'> = async (
  { approvalId },
  { db, scope },
) => showApproval(await getApprovalRow(db, scope, approvalId));
