import { Refusal, type Comment, type issues } from '@muster/contracts';
import { newId, type Context, type Handler } from '@muster/service-kit';
import { authorOf } from '../../domain/author.ts';
import { mentionHeads, resolveMentions } from '../../domain/mentions.ts';
import { issueEvent } from '../../events.ts';
import { insertComment } from '../../store/comments.ts';
import { findCompanyOfIssue } from '../../store/issue-rows.ts';
import { listMentionable } from '../../store/roster.ts';

/** Characters of a comment that its event carries. */
const EXCERPT_MAX = 280;

export const addComment: Handler<typeof issues, 'addComment'> = async (input, context) =>
  writeComment(input.issueId, input.body, context);

/** Writes a comment and emits it; also for the `comment` of an update. */
export async function writeComment(
  ref: string,
  body: string,
  { db, actor, scope, runId, now, emit }: Context<typeof issues>,
): Promise<Comment> {
  const { agentId: authorAgentId, userId: authorUserId } = authorOf(actor, runId);
  const heads = mentionHeads(body);
  const candidates = heads.length === 0 ? [] : await listMentionable(db, scope, ref, heads);
  const mentions = resolveMentions(body, candidates, authorAgentId);
  const comment = {
    id: newId(),
    body,
    authorAgentId,
    authorUserId,
    authorName: actor.name,
    mentions,
    runId,
    createdAt: now,
  };
  const issue = await insertComment(db, scope, ref, comment);
  if (!issue) {
    const exists = await findCompanyOfIssue(db, scope, ref);
    throw new Refusal(exists ? 'company_archived' : 'issue_not_found');
  }
  const event = issueEvent(issue);
  emit('issue.commented', {
    ...event,
    payload: { ...event.payload, commentId: comment.id, excerpt: excerptOf(body), mentions },
  });
  return { ...comment, companyId: issue.companyId, issueId: issue.id };
}

/** The cut may split a surrogate pair; the half that is left is replaced. */
const excerptOf = (body: string): string => body.slice(0, EXCERPT_MAX).toWellFormed();
