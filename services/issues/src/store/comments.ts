/** Comments, numbered in the order of their commits. */
import { Refusal, type Comment, type Mention, type Redaction, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  many,
  maybeOne,
  sql,
  type Db,
  type FirstRows,
  type LongColumns,
} from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { snapshotColumns } from './issue-columns.ts';
import { isIssue } from './issue-rows.ts';
import { addCommentWords } from './issue-words.ts';

export const commentColumns = sql`
  id, company_id, issue_id, body, author_agent_id, author_user_id, author_name, mentions, run_id,
  created_at, redacted`;

export type StoredComment = Omit<Comment, 'redacted'> & {
  /** Null where the text is there. */
  readonly redacted: Redaction | null;
};

export type NewComment = Omit<Comment, 'companyId' | 'issueId' | 'mentions' | 'redacted'> & {
  readonly mentions: readonly Mention[];
};
export type IssueSnapshotRow = Pick<
  IssueState,
  | 'id'
  | 'companyId'
  | 'identifier'
  | 'title'
  | 'status'
  | 'priority'
  | 'assigneeAgentId'
  | 'assigneeUserId'
  | 'parentId'
  | 'projectId'
  | 'goalId'
  | 'version'
>;

/**
 * Inserts a comment under the issue's next number, indexes its words and sets the issue's last
 * change; the version stays, because no field of the issue changed. Inserts nothing if the issue is
 * absent or its company archived.
 */
export const insertComment = (
  db: Db,
  scope: Scope,
  ref: string,
  comment: NewComment,
): Promise<IssueSnapshotRow | undefined> =>
  maybeOne<IssueSnapshotRow>(
    db,
    sql`
    with i as (
      update issues i
      set comment_count = i.comment_count + 1,
        updated_at = greatest(i.updated_at, ${comment.createdAt})
      from companies c
      where ${isIssue(ref, scope)} and c.company_id = i.company_id and c.status <> 'archived'
      returning ${snapshotColumns}, i.description, i.comment_count
    ), inserted as (
      insert into comments (
        id, company_id, issue_id, number, body, author_agent_id, author_user_id, author_name,
        mentions, run_id, created_at
      )
      select ${comment.id}, i.company_id, i.id, i.comment_count, ${comment.body},
        ${comment.authorAgentId}, ${comment.authorUserId}, ${comment.authorName},
        ${JSON.stringify(comment.mentions)}::jsonb, ${comment.runId}, ${comment.createdAt}
      from i
    ), ${addCommentWords(comment.body)}
    select ${snapshotColumns} from i`,
  );

export interface Thread {
  readonly issueId: string;
  readonly companyId: string;
  /** Number of the comment after which to read; null if there is no such comment. */
  readonly afterNumber: number | null;
}

export async function getThread(
  db: Db,
  scope: Scope,
  ref: string,
  after: string | undefined,
): Promise<Thread> {
  const thread = await maybeOne<Thread>(
    db,
    sql`
    select i.id as issue_id, i.company_id, (
      select number from comments where issue_id = i.id and id = ${after ?? null}::uuid
    ) as after_number
    from issues i where ${isIssue(ref, scope)} limit 1`,
  );
  if (!thread) throw new Refusal('issue_not_found');
  if (after !== undefined && thread.afterNumber === null) throw new Refusal('comment_not_found');
  return thread;
}

export interface CommentRow extends StoredComment {
  readonly number: number;
}

/** Many mentions make a long list of names. */
const LONG_COLUMNS: LongColumns = { texts: ['body'], json: ['mentions'] };

/** Comments of one issue with numbers greater than `after` and less than `before`. */
export const listCommentRows = (
  db: Db,
  { issueId, companyId }: Thread,
  {
    after,
    before,
    order,
    size,
  }: {
    readonly after: number;
    readonly before: number | null;
    readonly order: 'asc' | 'desc';
    readonly size: number;
  },
): Promise<FirstRows<CommentRow>> =>
  firstRows(
    db,
    sql`
    select ${commentColumns}, number from comments
    where issue_id = ${issueId} and company_id = ${companyId} and number > ${after}
      and (${before}::integer is null or number < ${before})
    order by number ${order === 'asc' ? sql`asc` : sql`desc`} limit ${size + 1}`,
    size,
    LONG_COLUMNS,
  );

export const findCommentById = (
  db: Db,
  scope: Scope,
  commentId: string,
): Promise<StoredComment | undefined> =>
  maybeOne<StoredComment>(
    db,
    sql`
    select ${commentColumns} from comments where id = ${commentId} and ${inScope(scope)}`,
  );

export const findComment = (
  db: Db,
  { issueId, companyId }: Thread,
  commentId: string,
): Promise<StoredComment | undefined> =>
  maybeOne<StoredComment>(
    db,
    sql`
    select ${commentColumns} from comments
    where id = ${commentId} and issue_id = ${issueId} and company_id = ${companyId}`,
  );

/** Characters of a comment that are shown where others name it. */
export const EXCERPT_MAX = 280;

export const listExcerptRows = (
  db: Db,
  scope: Scope,
  commentIds: readonly string[],
): Promise<{ commentId: string; excerpt: string }[]> =>
  many(
    db,
    sql`
    select id as comment_id, left(body, ${EXCERPT_MAX}) as excerpt from comments
    where id = any(${commentIds}::uuid[]) and ${inScope(scope)}
    order by id limit ${commentIds.length}`,
  );
