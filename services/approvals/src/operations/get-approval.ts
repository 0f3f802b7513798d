import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getApproval as selectApproval } from '../store/approvals.ts';
import { showApproval } from '../views.ts';

export const getApproval: Handler<typeof approvals, 'getApproval'> = async (
  { approvalId },
  { db, scope },
) => showApproval(await selectApproval(db, scope, approvalId));
