import { PAGE_MAX, Refusal, type approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { approvalEvent } from '../events.ts';
import { getApprovalRow, listApprovalRows, lockWritableApproval } from '../store/approvals.ts';
import { linkIssues } from '../store/links.ts';
import { showApproval } from '../views.ts';

/** Most issues of an approval: every event of the approval carries their ids. */
const ISSUES_MAX = 200;

export const linkApproval: Handler<typeof approvals, 'linkApproval'> = async (
  { companyId, issueId, approvalId },
  { db, emit },
) => {
  const approval = await lockWritableApproval(db, [companyId], approvalId);
  const [linked] = await linkIssues(db, approval, [issueId]);
  if (linked) {
    // Read again: issues linked while this waited for the lock are not in the locked row's list.
    const current = await getApprovalRow(db, [companyId], approvalId);
    if (current.issueIds.length > ISSUES_MAX) throw tooManyLinks();
    const event = approvalEvent(current);
    emit('approval.linked', { ...event, payload: { ...event.payload, issueId } });
  }
  const { rows, hasMore } = await listApprovalRows(db, {
    companyId,
    issueId,
    after: undefined,
    size: PAGE_MAX,
  });
  if (hasMore && rows.length < PAGE_MAX) throw new Refusal('result_too_large');
  return rows.map(showApproval);
};

const tooManyLinks = () => new Refusal('too_many_links', { max: ISSUES_MAX });
