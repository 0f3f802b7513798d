import { hash } from 'node:crypto';
import {
  Refusal,
  requireInHand,
  type Comment,
  type issues,
  type UnresolvedMention,
} from '@muster/contracts';
import { nearestOf, newId, type Context, type Db, type Handler } from '@muster/service-kit';
import { authorOf } from '../../domain/author.ts';
import {
  mentionHeads,
  recordedMentions,
  resolveMentions,
  type ResolvedMentions,
} from '../../domain/mentions.ts';
import { noteOfQuietComment, noteOfUnresolved, showNote } from '../../domain/notes.ts';
import { issueEvent } from '../../events.ts';
import { insertComment } from '../../store/comments.ts';
import { findCompanyOfIssue } from '../../store/issue-rows.ts';
import { listMentionable, listNames } from '../../store/roster.ts';

export const addComment: Handler<typeof issues, 'addComment'> = async (input, context) =>
  writeComment(input.issueId, input.body, context);

export interface CommentOfChange {
  /** The change has moved the issue. */
  readonly isMoved?: boolean;
  /** The answer to the change says so where nobody is assigned. */
  readonly isNobodyTold?: boolean;
  /** The agent that the review of the change tells of the comment. */
  readonly toldByReview?: string | null | undefined;
}

/** Writes a comment and emits it; also for the `comment` of an update, which may have moved the issue. */
export async function writeComment(
  ref: string,
  body: string,
  { db, actor, scope, runId, now, emit }: Context<typeof issues>,
  { isMoved = false, isNobodyTold = false, toldByReview = null }: CommentOfChange = {},
): Promise<Comment> {
  const { agentId: authorAgentId, userId: authorUserId } = authorOf(actor, runId);
  const heads = mentionHeads(body);
  const candidates = heads.length === 0 ? [] : await listMentionable(db, scope, ref, heads);
  const { mentions, unresolved } =
    heads.length === 0 ? none : resolveMentions(body, candidates, authorAgentId);
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
  requireInHand(actor, issue.assigneeAgentId);
  const recorded = recordedMentions(mentions);
  const event = issueEvent(issue);
  emit('issue.commented', {
    ...event,
    payload: {
      ...event.payload,
      commentId: comment.id,
      // No word of the text: what is redacted must be gone everywhere.
      excerpt: '',
      bytes: Buffer.byteLength(body),
      sha256: hash('sha256', body),
      mentions: recorded,
      ...(toldByReview === null ? {} : { toldByReview }),
    },
  });
  const written = { ...comment, companyId: issue.companyId, issueId: issue.id };
  // An agent that ends its own work with a comment expects nobody to be woken.
  const isReport = isMoved && authorAgentId !== null && authorAgentId === issue.assigneeAgentId;
  const quiet = isReport ? [] : noteOfQuietComment(issue, recorded, isNobodyTold);
  if (unresolved.length === 0) return { ...written, ...showNote(quiet) };
  const unresolvedMentions = await withNearest(db, issue.companyId, unresolved);
  const notes = [...quiet, ...noteOfUnresolved(unresolved)];
  return { ...written, unresolvedMentions, ...showNote(notes) };
}

const none: ResolvedMentions = { mentions: [], unresolved: [] };

/** Read only where an @ is followed by no name, which is unusual. */
async function withNearest(
  db: Db,
  companyId: string,
  unresolved: readonly string[],
): Promise<UnresolvedMention[]> {
  const named = await listNames(db, companyId, unresolved);
  return unresolved.map((text) => {
    const nearest = nearestOf(text, named, ({ nameKey, nameHead }) => [nameKey, nameHead]);
    return nearest ? { text, nearest: { agentId: nearest.agentId, name: nearest.name } } : { text };
  });
}
