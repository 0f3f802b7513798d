/** The agent that decides an issue in review. */
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../../domain/issue-state.ts';

/** An agent of the roster that can give a verdict: it runs when it is woken. */
export const canReview = sql`r.status in ('idle', 'running', 'error') and r.held_since is null`;

/**
 * Of an issue that is handed over: the agent that created it, else the assignee of its open parent, else
 * the manager of its author; the first that is not the author and can run. Null: the board decides.
 */
export async function findReviewer(
  db: Db,
  { companyId, assigneeAgentId, createdByAgentId, parentId }: IssueState,
): Promise<string | null> {
  const found = await maybeOne<{ agentId: string }>(
    db,
    sql`
    select r.agent_id
    from (
      select 1 as place, ${createdByAgentId}::uuid as agent_id
      union all
      select 2, p.assignee_agent_id from issues p
      where p.id = ${parentId}::uuid and p.company_id = ${companyId}
        and p.status not in ('done', 'cancelled')
      union all
      select 3, author.reports_to from roster author where author.agent_id = ${assigneeAgentId}::uuid
    ) asked
    join roster r on r.agent_id = asked.agent_id and r.company_id = ${companyId}
    where ${canReview} and r.agent_id is distinct from ${assigneeAgentId}::uuid
    order by asked.place limit 1`,
  );
  return found?.agentId ?? null;
}
