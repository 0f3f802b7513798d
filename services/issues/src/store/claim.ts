/** Claiming an issue: one conditional statement, whoever else tries at the same time. */
import type { IssueStatus, Scope } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../domain/standing.ts';
import { isIssue, issueColumns } from './issue-rows.ts';

export interface ClaimRequest {
  readonly ref: string;
  readonly agentId: string;
  /** Those expected from which a claim may start at all. */
  readonly from: readonly IssueStatus[];
  /** Who asks; null is the board. */
  readonly callerAgentId: string | null;
  readonly callerUserId: string | null;
  readonly runId: string | null;
  readonly now: string;
}

/**
 * Claims the issue if everything that a claim needs holds in this very moment, and returns
 * nothing if not. A second claimer waits for the row and then finds the first one's name in it.
 * The lock on the agent keeps its termination from passing a claim by: either the claim sees the
 * termination, or the termination waits and then sees the claim.
 */
export const claimIssue = (
  db: Db,
  scope: Scope,
  { ref, agentId, from, callerAgentId, callerUserId, runId, now }: ClaimRequest,
): Promise<IssueState | undefined> =>
  maybeOne<IssueState>(db, sql`
    with claimer as (
      select r.agent_id, r.company_id, r.role from roster r
      where r.agent_id = ${agentId} and r.status in ('idle', 'running', 'error')
      for share
    )
    update issues i
    set status = 'in_progress',
      assignee_agent_id = claimer.agent_id,
      assigned_by_agent_id = case
        when i.assignee_agent_id is null then ${callerAgentId}::uuid else i.assigned_by_agent_id
      end,
      assigned_by_user_id = case
        when i.assignee_agent_id is null then ${callerUserId}::uuid else i.assigned_by_user_id
      end,
      checkout_run_id = ${runId}::uuid,
      started_at = coalesce(i.started_at, ${now}),
      updated_at = greatest(i.updated_at, ${now}),
      version = i.version + 1
    from claimer, companies c
    where ${isIssue(ref, scope)}
      and i.status = any(${from}::issue_status[])
      and i.assignee_user_id is null
      and (i.assignee_agent_id is null or i.assignee_agent_id = claimer.agent_id)
      and claimer.company_id = i.company_id
      and c.company_id = i.company_id and c.status = 'active'
      and (
        claimer.role <> 'ceo' or ${callerAgentId}::uuid is null
        or exists (select from approved_strategies s where s.company_id = i.company_id)
      )
    returning ${issueColumns}`);
