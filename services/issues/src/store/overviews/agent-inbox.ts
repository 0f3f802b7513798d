/** The open issues of an agent, in the order in which it works on them. */
import type { IssueStatus } from '@muster/contracts';
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../../domain/issue-state.ts';
import type { ListPosition } from '../lists/issue-list.ts';

export interface InboxPosition extends ListPosition {
  readonly status: IssueStatus;
}

export type InboxRow = Pick<
  IssueState,
  'id' | 'identifier' | 'title' | 'status' | 'priority' | 'parentId' | 'projectId' | 'updatedAt'
>;

/** One backward scan of the agent's index: the statuses are declared in the order of the inbox. */
export const inboxStatement = (
  companyId: string,
  agentId: string,
  position: InboxPosition | undefined,
  limit: number,
): Statement => sql`
  select i.id, i.identifier, i.title, i.status, i.priority, i.parent_id, i.project_id, i.updated_at
  from issues_in_scope i
  where i.assignee_agent_id = ${agentId} and i.company_id = ${companyId}
    and i.status >= 'blocked' ${
      position
        ? sql`and (i.status, i.priority, i.updated_at, i.id) < (
          ${position.status}::issue_status, ${position.priority}::issue_priority,
          ${position.updatedAt}::timestamptz, ${position.id}::uuid
        )`
        : sql``
    }
  order by i.status desc, i.priority desc, i.updated_at desc, i.id desc
  limit ${limit}`;

export const listInbox = (
  db: Db,
  companyId: string,
  agentId: string,
  position: InboxPosition | undefined,
  limit: number,
): Promise<InboxRow[]> => many(db, inboxStatement(companyId, agentId, position, limit));
