/** Who decides an issue in review. */
import { maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../../domain/issue-state.ts';
import type { ReviewRule } from '../../domain/reviewing/review-rule.ts';
import type { Reviewer } from '../../domain/reviews.ts';

/** An agent of the roster that can give a verdict: it runs when it is woken. */
export const canReview = sql`r.status in ('idle', 'running', 'error') and r.held_since is null`;

/** Agents in the order in which they are asked: who created it, who has its parent, its author's manager. */
const nearAgents = ({
  companyId,
  assigneeAgentId,
  createdByAgentId,
  parentId,
}: IssueState): Statement => sql`
  select 1 as place, ${createdByAgentId}::uuid as agent_id
  union all
  select 2, p.assignee_agent_id from issues p
  where p.id = ${parentId}::uuid and p.company_id = ${companyId}
    and p.status not in ('done', 'cancelled')
  union all
  select 3, author.reports_to from roster author where author.agent_id = ${assigneeAgentId}::uuid`;

/**
 * Of an issue that is handed over: whom its policy names, or the first agent near it that is not its
 * author, may decide and can run. Neither: the board decides.
 */
export async function findReviewer(
  db: Db,
  issue: IssueState,
  { policy, agentId, userId }: ReviewRule,
  handedOverBy: string | null,
): Promise<Reviewer> {
  const named = policy === 'named' ? userId : null;
  if (policy === 'person' || named !== null) return { agentId: null, userId: named };
  const asked = agentId === null ? nearAgents(issue) : sql`select 1 as place, ${agentId}::uuid`;
  const hander = policy === 'anyone' ? null : handedOverBy;
  const found = await maybeOne<{ agentId: string }>(
    db,
    sql`
    select r.agent_id
    from (${asked}) asked (place, agent_id)
    join roster r on r.agent_id = asked.agent_id and r.company_id = ${issue.companyId}
    where ${canReview} and r.agent_id is distinct from ${issue.assigneeAgentId}::uuid
      and r.agent_id is distinct from ${hander}::uuid
    order by asked.place limit 1`,
  );
  return { agentId: found?.agentId ?? null, userId: null };
}
