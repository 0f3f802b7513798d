/**
 * Issues that a run has left in progress without a wish: nobody would go on with them. A wish is what
 * brings the agent back by itself: a wait, a question that it has asked, an approval that it has asked for, open children,
 * open blockers, a hold; or what has come true while it ran, and wakes it already.
 */
import { LEFT_ISSUES_MAX, LEFT_TIMES_MAX } from '@muster/contracts';
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueSnapshotRow } from '../comments.ts';
import { isHeld } from '../holds/holding.ts';
import { snapshotColumns } from '../issue-columns.ts';
import { hasOpenBlocker } from '../open-blockers.ts';
import { hasOpenWait } from '../waits/waits.ts';

export interface FinishedRun {
  readonly companyId: string;
  readonly agentId: string;
  readonly runId: string;
  /** The issue of its first wake-up. */
  readonly issueId: string | null;
  readonly startedAt: string | null;
}

/** `times`: runs in a row, 2 also for more. */
export type LeftIssue = IssueSnapshotRow & { readonly times: number };

const hasOwnQuestion = ({ startedAt }: FinishedRun): Statement => sql`exists (
  select from questions q
  where q.issue_id = i.id and q.company_id = i.company_id
    and q.asked_by_agent_id = i.assignee_agent_id
    and (q.state = 'open' or q.closed_at >= ${startedAt}::timestamptz)
)`;

const hasAskedApproval = ({ startedAt }: FinishedRun): Statement => sql`exists (
  select from asked_approvals a
  where a.issue_id = i.id and a.company_id = i.company_id and a.agent_id = i.assignee_agent_id
    and (a.is_pending or a.changed_at >= ${startedAt}::timestamptz)
)`;

const hasEndedWait = ({ startedAt }: FinishedRun): Statement => sql`exists (
  select from waits w
  where w.issue_id = i.id and w.company_id = i.company_id and w.agent_id = i.assignee_agent_id
    and w.cause <> 'cancelled' and w.ended_at >= ${startedAt}::timestamptz
)`;

/** The end of a child wakes its parent's agent, unless that has ended it itself. */
const hasOpenChild = ({ startedAt }: FinishedRun): Statement => sql`exists (
  select from issues c
  where c.parent_id = i.id and c.company_id = i.company_id and (
    c.status > 'done'
    or coalesce(c.completed_at, c.cancelled_at) >= ${startedAt}::timestamptz
      and c.ended_by_agent_id is distinct from i.assignee_agent_id
  )
)`;

const hasWish = (run: FinishedRun): Statement => sql`(
  ${hasOpenWait} or ${hasOwnQuestion(run)} or ${hasOpenChild(run)} or ${hasOpenBlocker} or ${isHeld}
  or ${hasEndedWait(run)} or ${hasAskedApproval(run)}
)`;

/** Claimed by the run, or by one before it and given to this run to go on with. */
const isOfRun = ({ runId, issueId }: FinishedRun): Statement => sql`(
  i.checkout_run_id = ${runId}::uuid
  or (i.id = ${issueId}::uuid and i.checkout_run_id is not null)
)`;

/** Counts a run that has left them; returns these, without those that have a wish, whose count begins anew. */
export async function countLeft(db: Db, run: FinishedRun): Promise<LeftIssue[]> {
  const counted = await many<LeftIssue>(
    db,
    sql`
    with found as materialized (
      select i.id, ${hasWish(run)} as has_wish from issues i
      where i.assignee_agent_id = ${run.agentId} and i.company_id = ${run.companyId}
        and i.status = 'in_progress' and ${isOfRun(run)}
        and i.left_run_id is distinct from ${run.runId}::uuid
      order by i.id limit ${LEFT_ISSUES_MAX} for no key update of i
    )
    update issues i
    set left_run_id = ${run.runId}, left_in_progress = case
      when found.has_wish then 0 else least(i.left_in_progress + 1, ${LEFT_TIMES_MAX}::integer)
    end
    from found
    where i.id = found.id and (not found.has_wish or i.left_in_progress > 0)
    returning ${snapshotColumns}, i.left_in_progress as times`,
  );
  return counted.filter(({ times }) => times > 0);
}
