import { cutText, type approvals } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { approvalEvent } from '../events.ts';
import { getApprovalRow } from '../store/approvals.ts';
import { insertComment } from '../store/comments.ts';
import { requireWritableCompany } from '../store/companies.ts';
import { showComment } from '../views.ts';

/** Characters of a comment that its event carries. */
const EXCERPT_MAX = 500;

export const addApprovalComment: Handler<typeof approvals, 'addApprovalComment'> = async (
  { approvalId, body },
  { db, actor, scope, runId, emit },
) => {
  const approval = await getApprovalRow(db, scope, approvalId);
  const { companyId } = approval;
  await requireWritableCompany(db, companyId);
  const comment = await insertComment(db, {
    id: newId(),
    companyId,
    approvalId,
    body,
    authorAgentId: actor.type === 'agent' ? actor.id : null,
    authorUserId: actor.type === 'user' ? actor.id : null,
    authorName: actor.name,
    runId,
  });
  const event = approvalEvent(approval);
  emit('approval.commented', {
    ...event,
    payload: {
      ...event.payload,
      commentId: comment.id,
      excerpt: cutText(body, EXCERPT_MAX),
      byBoard: actor.type === 'user',
    },
  });
  return showComment(comment);
};
