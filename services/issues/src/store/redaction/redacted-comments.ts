/** Takes the text of a comment away wherever this service has it. */
import {
  REDACTED_TEXT,
  Refusal,
  type Comment,
  type Redaction,
  type Scope,
} from '@muster/contracts';
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import { commentColumns, type IssueSnapshotRow, type StoredComment } from '../comments.ts';
import { snapshotColumns } from '../issue-columns.ts';
import { isIssue } from '../issue-rows.ts';

/** Locked like for a new comment, so that none adds words meanwhile. */
export async function lockIssueOfComment(
  db: Db,
  scope: Scope,
  ref: string,
): Promise<IssueSnapshotRow> {
  const issue = await maybeOne<IssueSnapshotRow>(
    db,
    sql`
    select ${snapshotColumns} from issues i where ${isIssue(ref, scope)} limit 1
    for no key update`,
  );
  if (!issue) throw new Refusal('issue_not_found');
  return issue;
}

export async function lockComment(
  db: Db,
  issue: IssueSnapshotRow,
  commentId: string,
): Promise<StoredComment> {
  const comment = await maybeOne<StoredComment>(
    db,
    sql`
    select ${commentColumns} from comments
    where id = ${commentId} and issue_id = ${issue.id} and company_id = ${issue.companyId}
    for update`,
  );
  if (!comment) throw new Refusal('comment_not_found');
  return comment;
}

export const saveRedaction = (
  db: Db,
  { id, companyId }: StoredComment,
  redacted: Redaction,
): Promise<void> =>
  none(
    db,
    sql`
    update comments set body = ${REDACTED_TEXT}, redacted = ${JSON.stringify(redacted)}::jsonb
    where id = ${id} and company_id = ${companyId}`,
  );

/** Minutes between the clock of a write and that of its transaction, and then some. */
const ANSWER_MINUTES = 10;

/**
 * The answer to what wrote the comment, which is the comment or has it under `comment`, and a note that
 * may name what stood after an @. A repetition of the request gets what is left of it.
 */
export const redactAnswer = (db: Db, comment: Comment): Promise<void> =>
  none(
    db,
    sql`
    with told as materialized (
      select actor, id, body::jsonb as answer from requests
      where company_id = ${comment.companyId} and strpos(body, ${comment.id}) > 0
        and created_at between ${comment.createdAt}::timestamptz
          - make_interval(mins => ${ANSWER_MINUTES})
        and ${comment.createdAt}::timestamptz + make_interval(mins => ${ANSWER_MINUTES})
    )
    update requests r
    set body = case when told.answer ->> 'id' = ${comment.id} then ${JSON.stringify(comment)}
      else jsonb_set(told.answer - 'note', '{comment}', ${JSON.stringify(comment)}::jsonb)::text end
    from told
    where r.actor = told.actor and r.id = told.id
      and ${comment.id} in (told.answer ->> 'id', told.answer #>> '{comment,id}')`,
  );

/** Events of releases before 0.2.0 have the beginning of the text. */
export const redactEvent = (db: Db, { id, issueId, companyId }: StoredComment): Promise<void> =>
  none(
    db,
    sql`
    update events set payload = jsonb_set(payload, '{excerpt}', '""')
    where company_id = ${companyId} and entity_id = ${issueId} and type = 'issue.commented'
      and payload ->> 'commentId' = ${id} and payload ->> 'excerpt' <> ''`,
  );

export interface OtherBody {
  readonly number: number;
  readonly body: string;
}

/** Comments whose texts are read at once: 64 KB each at most. */
const BODIES_PAGE = 50;

/** Texts of the other comments of the thread, the newest first; fewer than a page are the last. */
export const listOtherBodies = (
  db: Db,
  { id, issueId, companyId }: StoredComment,
  before: number | null,
): Promise<OtherBody[]> =>
  many<OtherBody>(
    db,
    sql`
    select number, body from comments
    where issue_id = ${issueId} and company_id = ${companyId} and id <> ${id}
      and (${before}::integer is null or number < ${before})
    order by number desc limit ${BODIES_PAGE}`,
  );

/** From the words of the comments of an issue, but for those that its own texts have. */
export const removeCommentWords = (
  db: Db,
  { issueId, companyId }: StoredComment,
  words: readonly string[],
): Promise<void> =>
  none(
    db,
    sql`
    update issue_texts t
    set words = ts_delete(t.words, array(
      select unnest(${words}::text[])
      except select unnest(tsvector_to_array(ts_filter(o.words, '{a,b,c}')))
    ))
    from issue_texts o
    where t.issue_id = ${issueId} and t.company_id = ${companyId} and t.part >= 0
      and o.issue_id = t.issue_id and o.part = 0`,
  );
