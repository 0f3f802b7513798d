import { REDACTED_TEXT, requireAuthorOrBoard, type issues, redactionBy } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { issueEvent } from '../../events.ts';
import { removeRedactedWords } from '../../store/redaction/redacted-words.ts';
import {
  lockComment,
  lockIssueOfComment,
  redactAnswer,
  redactEvent,
  saveRedaction,
} from '../../store/redaction/redacted-comments.ts';
import { showComment } from '../../views.ts';

/** A second redaction changes nothing: the first one stays as what is known of it. */
export const redactComment: Handler<typeof issues, 'redactComment'> = async (
  { issueId, commentId, reason },
  { db, actor, scope, now, emit },
) => {
  const issue = await lockIssueOfComment(db, scope, issueId);
  const comment = await lockComment(db, issue, commentId);
  requireAuthorOrBoard(actor, [comment.authorAgentId]);
  if (comment.redacted !== null) return showComment(comment);
  const redacted = redactionBy(actor, now, reason);
  await saveRedaction(db, comment, redacted);
  const left = showComment({ ...comment, body: REDACTED_TEXT, redacted });
  await redactAnswer(db, left);
  await redactEvent(db, comment);
  await removeRedactedWords(db, comment);
  const event = issueEvent(issue);
  emit('issue.comment_redacted', {
    ...event,
    payload: { ...event.payload, commentId: comment.id },
  });
  return left;
};
