import { Refusal, REDACTED_TEXT, type issues } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { authorOf } from '../../domain/author.ts';
import { issueEvent } from '../../events.ts';
import type { StoredComment } from '../../store/comments.ts';
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
  context,
) => {
  const { db, actor, scope, runId, now, emit } = context;
  const issue = await lockIssueOfComment(db, scope, issueId);
  const comment = await lockComment(db, issue, commentId);
  requireAuthorOrBoard(comment, context);
  if (comment.redacted !== null) return showComment(comment);
  const { agentId: byAgentId, userId: byUserId } = authorOf(actor, runId);
  const redacted = { at: now, byAgentId, byUserId, byName: actor.name, reason: reason ?? null };
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

/** An agent's standing key may be anywhere: only a run of the author takes its words back. */
function requireAuthorOrBoard(
  { authorAgentId }: StoredComment,
  { actor, runId }: Context<typeof issues>,
): void {
  if (actor.type !== 'agent') return;
  if (actor.id !== authorAgentId || runId === null) throw new Refusal('not_the_author');
}
