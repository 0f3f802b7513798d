/** Approvals that agents have asked for about issues, copied from their events. */
import { none, sql, type Db, type OldRows } from '@muster/service-kit';

export interface AskedApproval {
  readonly companyId: string;
  readonly approvalId: string;
  /** Who has asked. */
  readonly agentId: string;
  readonly issueIds: readonly string[];
  readonly isPending: boolean;
  /** In ISO, by the log of approvals. */
  readonly changedAt: string;
}

/** Links that are gone are deleted. */
export const saveAskedApproval = (
  db: Db,
  { companyId, approvalId, agentId, issueIds, isPending, changedAt }: AskedApproval,
): Promise<void> =>
  none(
    db,
    sql`
    with unlinked as (
      delete from asked_approvals
      where approval_id = ${approvalId} and company_id = ${companyId}
        and issue_id <> all (${issueIds}::uuid[])
    )
    insert into asked_approvals (
      approval_id, issue_id, company_id, agent_id, is_pending, changed_at
    )
    select ${approvalId}, issue_id, ${companyId}, ${agentId}, ${isPending}, ${changedAt}
    from unnest(${issueIds}::uuid[]) as linked (issue_id)
    on conflict (approval_id, issue_id) do update
    set is_pending = excluded.is_pending, changed_at = excluded.changed_at
    where asked_approvals.company_id = excluded.company_id`,
  );

/** A run that was going on when the board decided has ended by then. */
export const oldAskedApprovals: OldRows = {
  table: sql`asked_approvals`,
  by: sql`changed_at`,
  below: sql`now() - interval '7 days'`,
  where: sql`not is_pending`,
};
