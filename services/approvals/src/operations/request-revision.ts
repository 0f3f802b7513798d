import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { resolveApproval } from '../decisions/resolve-approval.ts';

export const requestRevision: Handler<typeof approvals, 'requestRevision'> = (verdict, context) =>
  resolveApproval('requestRevision', verdict, context);
