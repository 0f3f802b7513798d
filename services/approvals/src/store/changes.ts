/** Requests to change an agent. */
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';
import { approvalColumns } from './approvals.ts';

/** The agent is no longer as it was when these changes were asked for. */
export const saveStaleChanges = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update approvals set is_stale = true
    where company_id = ${companyId} and change_of_agent_id = ${agentId}
      and status in ('pending', 'revision_requested') and not is_stale`,
  );

/** Saves what became of an approved change, once. */
export const saveEffect = (
  db: Db,
  { companyId, approvalId, effect }: Effect,
): Promise<ApprovalRow | undefined> =>
  maybeOne<ApprovalRow>(
    db,
    sql`
    update approvals a set effect = ${effect}, updated_at = now(), version = a.version + 1
    where a.company_id = ${companyId} and a.id = ${approvalId} and a.effect is null
    returning ${approvalColumns}`,
  );

export interface Effect {
  readonly companyId: string;
  readonly approvalId: string;
  readonly effect: 'applied' | 'not_applied';
}
