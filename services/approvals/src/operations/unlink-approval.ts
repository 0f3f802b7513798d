import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { approvalEvent } from '../events.ts';
import { getApprovalRow, lockWritableApproval } from '../store/approvals.ts';
import { unlinkIssue } from '../store/links.ts';

export const unlinkApproval: Handler<typeof approvals, 'unlinkApproval'> = async (
  { companyId, issueId, approvalId },
  { db, emit },
) => {
  const approval = await lockWritableApproval(db, [companyId], approvalId);
  if (await unlinkIssue(db, approval, issueId)) {
    const event = approvalEvent(await getApprovalRow(db, [companyId], approvalId));
    emit('approval.unlinked', { ...event, payload: { ...event.payload, issueId } });
  }
  return { ok: true };
};
