import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { sayingOf } from '../domain/approval.ts';
import { getApproval, unlinkIssue } from '../store/approvals.ts';
import { lockWritable } from './move-approval.ts';

export const unlinkApproval: Handler<typeof approvals, 'unlinkApproval'> = async (
  { companyId, issueId, approvalId },
  { db, say },
) => {
  const approval = await lockWritable(db, [companyId], approvalId);
  if (await unlinkIssue(db, approval, issueId)) {
    const saying = sayingOf(await getApproval(db, [companyId], approvalId));
    say('approval.unlinked', { ...saying, payload: { ...saying.payload, issueId } });
  }
  return { ok: true };
};
