import {
  REDACTED_TEXT,
  redactionBy,
  requireAuthorOrBoard,
  type approvals,
} from '@muster/contracts';
import { redactAnswers, type Handler } from '@muster/service-kit';
import { approvalEvent } from '../events.ts';
import { lockApproval } from '../store/approvals.ts';
import { lockComment, redactEventOfComment, saveRedactedComment } from '../store/redactions.ts';
import { showComment } from '../views.ts';

/** A second redaction changes nothing: the first one stays as what is known of it. */
export const redactApprovalComment: Handler<typeof approvals, 'redactApprovalComment'> = async (
  { approvalId, commentId, reason },
  { db, actor, scope, now, emit },
) => {
  const approval = await lockApproval(db, scope, approvalId);
  const comment = await lockComment(db, approval, commentId);
  requireAuthorOrBoard(actor, [comment.authorAgentId]);
  if (comment.redacted !== null) return showComment(comment);
  const redacted = redactionBy(actor, now, reason);
  await saveRedactedComment(db, comment, redacted);
  await redactAnswers(db, comment, [comment.body]);
  await redactEventOfComment(db, comment);
  const { payload, ...event } = approvalEvent(approval);
  emit('approval.comment_redacted', { ...event, payload: { ...payload, commentId } });
  return { ...comment, body: REDACTED_TEXT, redacted };
};
