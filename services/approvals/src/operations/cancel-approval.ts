import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { cancelUndecided } from '../decisions/cancel-undecided.ts';
import { requireCurrent, requireRequesterOf } from '../domain/approval-guards.ts';
import { decideMove } from '../domain/approval-machine.ts';
import { lockWritableApproval } from '../store/approvals.ts';
import { showApproval } from '../views.ts';

export const cancelApproval: Handler<typeof approvals, 'cancelApproval'> = async (
  { approvalId, ifVersion },
  context,
) => {
  const { db, actor, scope } = context;
  const approval = await lockWritableApproval(db, scope, approvalId);
  requireRequesterOf(approval, actor);
  if (!decideMove(approval.status, 'cancel')) return showApproval(approval);
  requireCurrent(approval, { ifVersion });
  return showApproval(await cancelUndecided(context, approval));
};
