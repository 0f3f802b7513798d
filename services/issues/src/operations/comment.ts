/** Writing a comment and saying so; `addComment` and an update's `comment` are the same act. */
import { Refusal, type Comment, type issues } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { mentionHeads, resolveMentions } from '../domain/mentions.ts';
import { insertComment } from '../store/comments.ts';
import { findCompanyOfIssue } from '../store/issue-rows.ts';
import { listMentionable } from '../store/roster.ts';
import { authorOf, snapshotOf } from './snapshot.ts';

/** Characters of a comment that its event carries. */
const EXCERPT_MAX = 280;

export async function writeComment(
  ref: string,
  body: string,
  { db, actor, scope, runId, now, say }: Context<typeof issues>,
): Promise<Comment> {
  const { agentId: authorAgentId, userId: authorUserId } = authorOf(actor, runId);
  const heads = mentionHeads(body);
  const named = heads.length === 0 ? [] : await listMentionable(db, scope, ref, heads);
  const mentions = resolveMentions(body, named, authorAgentId);
  const written = {
    id: newId(), body, authorAgentId, authorUserId, authorName: actor.name, mentions, runId,
    createdAt: now,
  };
  const issue = await insertComment(db, scope, ref, written);
  if (!issue) {
    const isThere = await findCompanyOfIssue(db, scope, ref);
    throw new Refusal(isThere ? 'company_archived' : 'issue_not_found');
  }
  const { id: issueId, companyId } = issue;
  say('issue.commented', {
    companyId,
    entityId: issueId,
    payload: { ...snapshotOf(issue), commentId: written.id, excerpt: excerptOf(body), mentions },
  });
  return { ...written, companyId, issueId };
}

/** The cut may part a character that takes two places; its half is replaced. */
const excerptOf = (body: string): string => body.slice(0, EXCERPT_MAX).toWellFormed();
