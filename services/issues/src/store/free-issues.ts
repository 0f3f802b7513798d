/** The open issues of a terminated agent. */
import { many, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { issueColumns } from './issue-columns.ts';

const isBound = sql`coalesce(i.bound_agent_id, i.bound_by_agent_id, i.bound_by_user_id) is not null`;

export type FreedIssue = IssueState & { readonly wasInProgress: boolean };

/**
 * Unassigns issues and returns work in progress to `todo`. The start of started work stays, and the
 * assignment binds as if the agent had given the issue away.
 */
const freeingStatement = (which: Statement, now: string): Statement => sql`
  update issues i
  set assignee_agent_id = null, assigned_by_agent_id = null, assigned_by_user_id = null,
    bound_agent_id = case when ${isBound} then i.bound_agent_id else i.assignee_agent_id end,
    bound_by_agent_id = case
      when ${isBound} then i.bound_by_agent_id else i.assigned_by_agent_id
    end,
    bound_by_user_id = case
      when ${isBound} then i.bound_by_user_id else i.assigned_by_user_id
    end,
    checkout_run_id = null, left_in_progress = 0,
    status = case when i.status = 'in_progress' then 'todo' else i.status end,
    updated_at = greatest(i.updated_at, ${now}), version = i.version + 1
  where ${which}
  returning ${issueColumns}, old.status = 'in_progress' as was_in_progress`;

/**
 * The next issues of the agent, locked; to be read in an array, because a join may run a sub-select
 * more than once. The open statuses are the highest: read backwards, the index
 * has no final issue before the last open one.
 */
export const lockOpenIssuesOfAgent = (
  companyId: string,
  agentId: string,
  limit: number,
): Statement => sql`
  select o.id from issues o
  where o.assignee_agent_id = ${agentId} and o.company_id = ${companyId}
    and o.status not in ('done', 'cancelled')
  order by o.status desc, o.priority desc, o.updated_at desc, o.id desc limit ${limit}
  for no key update`;

export const freeIssuesOfAgent = (
  db: Db,
  companyId: string,
  agentId: string,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<FreedIssue[]> =>
  many(
    db,
    freeingStatement(
      sql`i.company_id = ${companyId}
        and i.id = any(array(${lockOpenIssuesOfAgent(companyId, agentId, limit)}))`,
      now,
    ),
  );

/** Frees one issue ahead of the others; nothing unless an agent that is terminated has it. */
export const freeIssueOfTerminatedAgent = (
  db: Db,
  { id, companyId }: Pick<IssueState, 'id' | 'companyId'>,
  now: string,
): Promise<FreedIssue | undefined> =>
  maybeOne(
    db,
    freeingStatement(
      sql`i.id = ${id} and i.company_id = ${companyId} and i.status not in ('done', 'cancelled')
        and exists (
          select from roster r
          where r.agent_id = i.assignee_agent_id and r.company_id = i.company_id
            and r.status = 'terminated'
        )`,
      now,
    ),
  );
