/** Takes the words of an approval or of a comment away wherever this service has them. */
import { REDACTED_TEXT, Refusal, type Redaction } from '@muster/contracts';
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';
import { approvalColumns } from './approvals.ts';
import { commentColumns, type StoredComment } from './comments.ts';

export const saveRedactedApproval = (
  db: Db,
  { id, companyId }: ApprovalRow,
  payload: ApprovalRow['payload'],
  redacted: Redaction,
): Promise<ApprovalRow> =>
  one<ApprovalRow>(
    db,
    sql`
    update approvals a
    set payload = ${JSON.stringify(payload)}::jsonb, redacted = ${JSON.stringify(redacted)}::jsonb,
      decision_note = case when a.decision_note is not null then ${REDACTED_TEXT} end,
      updated_at = now(), version = a.version + 1
    where a.id = ${id} and a.company_id = ${companyId}
    returning ${approvalColumns}`,
  );

/** The notes of earlier decisions are in the log alone. */
export const redactEventsOfApproval = (db: Db, { id, companyId }: ApprovalRow): Promise<void> =>
  none(
    db,
    sql`
    update events
    set payload = payload || ${JSON.stringify({ decisionNote: REDACTED_TEXT })}::jsonb
    where company_id = ${companyId} and entity_type = 'approval' and entity_id = ${id}
      and payload ->> 'decisionNote' is not null`,
  );

export async function lockComment(
  db: Db,
  { id: approvalId, companyId }: ApprovalRow,
  commentId: string,
): Promise<StoredComment> {
  const comment = await maybeOne<StoredComment>(
    db,
    sql`
    select ${commentColumns} from approval_comments
    where id = ${commentId} and approval_id = ${approvalId} and company_id = ${companyId}
    for update`,
  );
  if (!comment) throw new Refusal('comment_not_found');
  return comment;
}

export const saveRedactedComment = (
  db: Db,
  { id, companyId }: StoredComment,
  redacted: Redaction,
): Promise<void> =>
  none(
    db,
    sql`
    update approval_comments
    set body = ${REDACTED_TEXT}, redacted = ${JSON.stringify(redacted)}::jsonb
    where id = ${id} and company_id = ${companyId}`,
  );

export const redactEventOfComment = (
  db: Db,
  { id, approvalId, companyId }: StoredComment,
): Promise<void> =>
  none(
    db,
    sql`
    update events set payload = payload || '{"excerpt": ""}'
    where company_id = ${companyId} and entity_type = 'approval' and entity_id = ${approvalId}
      and type = 'approval.commented' and payload ->> 'commentId' = ${id}`,
  );
