import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { sayingOf, showApproval } from '../domain/approval.ts';
import { decide } from '../domain/approval-machine.ts';
import { saveApproval } from '../store/approvals.ts';
import { checkRead, checkRequesterOf, lockWritable } from './move-approval.ts';

export const cancelApproval: Handler<typeof approvals, 'cancelApproval'> = async (
  { approvalId, ifVersion },
  { db, actor, scope, say },
) => {
  const approval = await lockWritable(db, scope, approvalId);
  checkRequesterOf(approval, actor);
  const decided = decide(approval.status, 'cancel');
  if (!decided) return showApproval(approval);
  checkRead(approval, { ifVersion });
  const { decisionNote } = approval;
  const cancelled = await saveApproval(db, approval, { status: decided.to, decisionNote });
  say(decided.says, sayingOf(cancelled));
  return showApproval(cancelled);
};
