/** Issues as they are inserted and saved, their words with them. */
import { Refusal } from '@muster/contracts';
import { maybeOne, one, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../domain/standing.ts';
import { issueColumns, plainColumns } from './issue-rows.ts';
import { wordsOf } from './issue-words.ts';

export type NewIssue = Omit<
  IssueState,
  'issueNumber' | 'identifier' | 'labels' | 'createdAt' | 'updatedAt' | 'version'
>;

/**
 * Takes the company's next number and inserts the issue under it, or both do not happen. From then
 * on until the commit every other new issue of the company waits, so what takes long for a long
 * text, finding its words, is done before.
 */
export async function insertIssue(db: Db, issue: NewIssue, now: string): Promise<IssueState> {
  const inserted = await maybeOne<IssueState>(db, sql`
    with said as materialized (
      select to_tsvector('simple', ${issue.title}) as title,
        to_tsvector('simple', coalesce(${issue.description}, '')) as description
    ), numbered as (
      update companies c set issue_counter = c.issue_counter + 1
      from said
      where c.company_id = ${issue.companyId} and c.status <> 'archived'
      returning c.company_id, c.issue_prefix, c.issue_counter, said.title, said.description
    ), inserted as (
      insert into issues as i (
        id, company_id, issue_number, identifier, title, description, status, priority,
        assignee_agent_id, assignee_user_id, parent_id, project_id, goal_id, label_ids,
        blocked_by_issue_ids, created_by_agent_id, created_by_user_id, assigned_by_agent_id,
        assigned_by_user_id, checkout_run_id, started_at, completed_at, cancelled_at, created_at,
        updated_at
      )
      select ${issue.id}, n.company_id, n.issue_counter, n.issue_prefix || '-' || n.issue_counter,
        ${issue.title}, ${issue.description}, ${issue.status}::issue_status,
        ${issue.priority}::issue_priority, ${issue.assigneeAgentId}, ${issue.assigneeUserId},
        ${issue.parentId}, ${issue.projectId}, ${issue.goalId}, ${issue.labelIds}::uuid[],
        ${issue.blockedByIssueIds}::uuid[], ${issue.createdByAgentId}, ${issue.createdByUserId},
        ${issue.assignedByAgentId}, ${issue.assignedByUserId}, ${issue.checkoutRunId},
        ${issue.startedAt}, ${issue.completedAt}, ${issue.cancelledAt}, ${now}, ${now}
      from numbered n
      returning ${plainColumns}, i.description
    ), worded as (
      insert into issue_texts (issue_id, company_id, words)
      select i.id, i.company_id, ${wordsOf(sql`n.title`, sql`n.description`)}
      from inserted i cross join numbered n
    )
    select ${issueColumns} from inserted i`);
  if (!inserted) throw new Refusal('company_not_found');
  return inserted;
}

/** Writes what an update may change; whoever calls holds the lock of the row. */
export const saveIssue = (db: Db, next: IssueState, now: string): Promise<IssueState> =>
  one<IssueState>(db, sql`
    update issues i
    set title = ${next.title}, description = ${next.description},
      status = ${next.status}::issue_status, priority = ${next.priority}::issue_priority,
      assignee_agent_id = ${next.assigneeAgentId}, assignee_user_id = ${next.assigneeUserId},
      parent_id = ${next.parentId}, project_id = ${next.projectId}, goal_id = ${next.goalId},
      label_ids = ${next.labelIds}::uuid[],
      blocked_by_issue_ids = ${next.blockedByIssueIds}::uuid[],
      assigned_by_agent_id = ${next.assignedByAgentId},
      assigned_by_user_id = ${next.assignedByUserId}, checkout_run_id = ${next.checkoutRunId},
      started_at = ${next.startedAt}, completed_at = ${next.completedAt},
      cancelled_at = ${next.cancelledAt}, updated_at = greatest(i.updated_at, ${now}),
      version = i.version + 1
    where i.id = ${next.id} and i.company_id = ${next.companyId} and i.version = ${next.version}
    returning ${issueColumns}`);
