/**
 * The claim of an issue: one conditional statement, which is the decision, so that of any number of
 * concurrent claims exactly one succeeds. `domain/claim.ts` only explains a claim that failed;
 * `test/claim-explanation.test.ts` holds the explanation to this statement.
 */
import type { IssueStatus, Scope } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { Blocker } from '../domain/blockers.ts';
import type { IssueState } from '../domain/issue-state.ts';
import { issueColumns } from './issue-columns.ts';
import { isHeld } from './holds/holding.ts';
import { isIssue } from './issue-rows.ts';
import { hasOpenBlocker, openBlockers } from './open-blockers.ts';
import { mayTakeFromReview, type ReviewCaller } from './reviewing/claim-in-review.ts';

/** `openBlockers` are those in spite of which the board has claimed it; null if there are none. */
export type ClaimedIssue = IssueState & { readonly openBlockers: readonly Blocker[] | null };

export interface ClaimRequest extends ReviewCaller {
  readonly ref: string;
  readonly agentId: string;
  /** The expected statuses from which a claim may start at all. */
  readonly from: readonly IssueStatus[];
  readonly runId: string | null;
  readonly now: string;
}

/**
 * Returns the claimed issue, or nothing if a condition does not hold. A second claimer waits for
 * the row's lock and then sees the first one as its assignee. The lock on the agent orders a claim
 * and a termination of the agent: either the claim sees the termination, or the termination waits
 * and then frees the claimed issue. Open blockers stop agents, not the board; a hold stops both. An assignment that binds continues to, unless the board claims.
 */
export const claimIssue = (
  db: Db,
  scope: Scope,
  { ref, agentId, from, runId, now, ...caller }: ClaimRequest,
): Promise<ClaimedIssue | undefined> => {
  const { callerAgentId, callerUserId } = caller;
  const isNewByBoard = sql`i.assignee_agent_id is null and ${callerAgentId}::uuid is null`;
  return maybeOne<ClaimedIssue>(
    db,
    sql`
    with claimer as (
      select r.agent_id, r.company_id, r.role from roster r
      where r.agent_id = ${agentId} and r.status in ('idle', 'running', 'error')
        and (${callerAgentId}::uuid is null or r.agent_id = ${callerAgentId}::uuid)
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
      bound_agent_id = case when ${isNewByBoard} then null else i.bound_agent_id end,
      bound_by_agent_id = case when ${isNewByBoard} then null else i.bound_by_agent_id end,
      bound_by_user_id = case when ${isNewByBoard} then null else i.bound_by_user_id end,
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
      and (${callerAgentId}::uuid is null or not ${hasOpenBlocker})
      and not ${isHeld}
      and ${mayTakeFromReview(caller)}
    returning ${issueColumns}, ${openBlockers} as open_blockers`,
  );
};
