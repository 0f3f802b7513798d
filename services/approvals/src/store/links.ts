/** Links between approvals and issues. */
import { many, maybeOne, sql, type Db } from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';

/** Links issues and returns the ids of those that were not linked before. */
export const linkIssues = async (
  db: Db,
  { id, companyId }: ApprovalRow,
  issueIds: readonly string[],
): Promise<string[]> => {
  const linked = await many<{ issueId: string }>(
    db,
    sql`
    insert into approval_issues (approval_id, issue_id, company_id)
    select ${id}, wanted.issue_id, ${companyId}
    from unnest(${issueIds}::uuid[]) as wanted (issue_id)
    on conflict do nothing
    returning issue_id`,
  );
  return linked.map(({ issueId }) => issueId);
};

/** Unlinks an issue and returns whether it was linked. */
export const unlinkIssue = async (
  db: Db,
  { id, companyId }: ApprovalRow,
  issueId: string,
): Promise<boolean> => {
  const unlinked = await maybeOne(
    db,
    sql`
    delete from approval_issues
    where approval_id = ${id} and issue_id = ${issueId} and company_id = ${companyId}
    returning issue_id`,
  );
  return unlinked !== undefined;
};
