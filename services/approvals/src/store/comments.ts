/** Comments on approvals. */
import type { ApprovalComment, Redactable } from '@muster/contracts';
import { firstRows, one, sql, type Db, type FirstRows, type TimeAndId } from '@muster/service-kit';

export const commentColumns = sql`
  id, company_id, approval_id, body, author_agent_id, author_user_id, author_name, run_id,
  created_at, redacted`;

export type StoredComment = Redactable<ApprovalComment>;

export const insertComment = (
  db: Db,
  comment: Omit<ApprovalComment, 'createdAt' | 'redacted'>,
): Promise<StoredComment> =>
  one<StoredComment>(
    db,
    sql`
    insert into approval_comments (
      id, company_id, approval_id, body, author_agent_id, author_user_id, author_name, run_id
    )
    values (
      ${comment.id}, ${comment.companyId}, ${comment.approvalId}, ${comment.body},
      ${comment.authorAgentId}, ${comment.authorUserId}, ${comment.authorName}, ${comment.runId}
    )
    returning ${commentColumns}`,
  );

export interface CommentPage {
  readonly companyId: string;
  readonly approvalId: string;
  /** Creation time and id of the last entry of the previous page. */
  readonly after: TimeAndId | undefined;
  readonly size: number;
}

export const listComments = (
  db: Db,
  { companyId, approvalId, after, size }: CommentPage,
): Promise<FirstRows<StoredComment>> =>
  firstRows(
    db,
    sql`
    select ${commentColumns} from approval_comments
    where company_id = ${companyId} and approval_id = ${approvalId}
      and (
        ${after?.[0] ?? null}::timestamptz is null
        or (created_at, id) > (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid)
      )
    order by created_at, id limit ${size + 1}`,
    size,
    { texts: ['body'] },
  );
