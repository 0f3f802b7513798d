import { PAGE_MAX, type approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { sayingOf, showApproval } from '../domain/approval.ts';
import { linkIssues, listApprovals } from '../store/approvals.ts';
import { lockWritable } from './move-approval.ts';

export const linkApproval: Handler<typeof approvals, 'linkApproval'> = async (
  { companyId, issueId, approvalId },
  { db, say },
) => {
  const approval = await lockWritable(db, [companyId], approvalId);
  const [linked] = await linkIssues(db, approval, [issueId]);
  if (linked) {
    const saying = sayingOf({ ...approval, issueIds: [...approval.issueIds, issueId] });
    say('approval.linked', { ...saying, payload: { ...saying.payload, issueId } });
  }
  const rows = await listApprovals(db, { companyId, issueId, after: undefined, limit: PAGE_MAX });
  return rows.map(showApproval);
};
