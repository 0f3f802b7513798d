import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireCurrent, requireRequesterOf } from '../domain/approval-guards.ts';
import { decideMove } from '../domain/approval-machine.ts';
import { approvalEvent } from '../events.ts';
import { lockWritableApproval, saveApproval } from '../store/approvals.ts';
import { showApproval } from '../views.ts';

export const cancelApproval: Handler<typeof approvals, 'cancelApproval'> = async (
  { approvalId, ifVersion },
  { db, actor, scope, emit },
) => {
  const approval = await lockWritableApproval(db, scope, approvalId);
  requireRequesterOf(approval, actor);
  const decided = decideMove(approval.status, 'cancel');
  if (!decided) return showApproval(approval);
  requireCurrent(approval, { ifVersion });
  const { decisionNote } = approval;
  const cancelled = await saveApproval(db, approval, { status: decided.to, decisionNote });
  emit(decided.emits, approvalEvent(cancelled));
  return showApproval(cancelled);
};
