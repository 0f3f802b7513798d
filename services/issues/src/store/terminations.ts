/** The work of an agent that is no more. */
import { many, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../domain/standing.ts';
import { issueColumns } from './issue-rows.ts';

/**
 * Takes every open issue from the agent; what it had in progress is to be done again. Started work
 * keeps its start.
 */
export const freeIssuesOf = (
  db: Db,
  companyId: string,
  agentId: string,
  now: string,
): Promise<(IssueState & { wasInProgress: boolean })[]> =>
  many(db, sql`
    update issues i
    set assignee_agent_id = null, assigned_by_agent_id = null, assigned_by_user_id = null,
      checkout_run_id = null,
      status = case when i.status = 'in_progress' then 'todo' else i.status end,
      updated_at = greatest(i.updated_at, ${now}), version = i.version + 1
    where i.assignee_agent_id = ${agentId} and i.company_id = ${companyId}
      and i.status not in ('done', 'cancelled')
    returning ${issueColumns}, old.status = 'in_progress' as was_in_progress`);
