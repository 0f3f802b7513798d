/** The open issues of a terminated agent. */
import { many, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { issueColumns } from './issue-columns.ts';

const isBound = sql`coalesce(i.bound_agent_id, i.bound_by_agent_id, i.bound_by_user_id) is not null`;

/**
 * Unassigns every open issue of the agent and returns its work in progress to `todo`. The start of
 * started work stays, and the assignment binds as if the agent had given the issue away.
 */
export const freeIssuesOfAgent = (
  db: Db,
  companyId: string,
  agentId: string,
  now: string,
): Promise<(IssueState & { wasInProgress: boolean })[]> =>
  many(
    db,
    sql`
    update issues i
    set assignee_agent_id = null, assigned_by_agent_id = null, assigned_by_user_id = null,
      bound_agent_id = case when ${isBound} then i.bound_agent_id else i.assignee_agent_id end,
      bound_by_agent_id = case
        when ${isBound} then i.bound_by_agent_id else i.assigned_by_agent_id
      end,
      bound_by_user_id = case
        when ${isBound} then i.bound_by_user_id else i.assigned_by_user_id
      end,
      checkout_run_id = null,
      status = case when i.status = 'in_progress' then 'todo' else i.status end,
      updated_at = greatest(i.updated_at, ${now}), version = i.version + 1
    where i.assignee_agent_id = ${agentId} and i.company_id = ${companyId}
      and i.status not in ('done', 'cancelled')
    returning ${issueColumns}, old.status = 'in_progress' as was_in_progress`,
  );
