import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { resolveApproval } from '../decisions/resolve-approval.ts';

export const approveApproval: Handler<typeof approvals, 'approveApproval'> = (verdict, context) =>
  resolveApproval('approve', verdict, context);
