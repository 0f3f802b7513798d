import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { resolveApproval } from '../decisions/resolve-approval.ts';

export const rejectApproval: Handler<typeof approvals, 'rejectApproval'> = (verdict, context) =>
  resolveApproval('reject', verdict, context);
