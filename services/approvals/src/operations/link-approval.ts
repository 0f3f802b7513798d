import { PAGE_MAX, Refusal, type approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { sayingOf, showApproval } from '../domain/approval.ts';
import { getApproval, linkIssues, listApprovals } from '../store/approvals.ts';
import { lockWritable } from './move-approval.ts';

/** All of them are said with every move of the approval, and an event carries only so much. */
const ISSUES_MAX = 200;

export const linkApproval: Handler<typeof approvals, 'linkApproval'> = async (
  { companyId, issueId, approvalId },
  { db, say },
) => {
  const approval = await lockWritable(db, [companyId], approvalId);
  const [linked] = await linkIssues(db, approval, [issueId]);
  if (linked) {
    // Read again: what others linked while the lock was waited for is not in what it has read.
    const about = await getApproval(db, [companyId], approvalId);
    if (about.issueIds.length > ISSUES_MAX) throw tooMany();
    const saying = sayingOf(about);
    say('approval.linked', { ...saying, payload: { ...saying.payload, issueId } });
  }
  const rows = await listApprovals(db, { companyId, issueId, after: undefined, limit: PAGE_MAX });
  return rows.map(showApproval);
};

const tooMany = () => new Refusal('too_many_links', { max: ISSUES_MAX });
