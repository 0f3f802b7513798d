/** The children of an issue as a list, the open ones first. */
import type { IssueLink, IssuePriority, IssueStatus } from '@muster/contracts';
import { firstRows, sql, type Db, type FirstRows, type Statement } from '@muster/service-kit';
import type { IssueKey } from '../issue-rows.ts';

export interface ChildRow extends IssueLink {
  readonly updatedAt: string;
}

/** A page begins after the child with this key. */
export interface ChildPosition {
  readonly status: IssueStatus;
  readonly priority: IssuePriority;
  readonly updatedAt: string;
  readonly id: string;
}

const afterPosition = (position: ChildPosition | undefined): Statement =>
  position
    ? sql`and (i.status, i.priority, i.updated_at, i.id) < (
        ${position.status}::issue_status, ${position.priority}::issue_priority,
        ${position.updatedAt}::timestamptz, ${position.id}::uuid
      )`
    : sql``;

export const childrenStatement = (
  { id, companyId }: IssueKey,
  position: ChildPosition | undefined,
  limit: number,
): Statement => sql`
  select i.id, i.identifier, i.title, i.status, i.priority, i.assignee_agent_id,
    i.assignee_user_id, i.updated_at
  from issues_in_scope i
  where i.parent_id = ${id} and i.company_id = ${companyId} ${afterPosition(position)}
  order by i.status desc, i.priority desc, i.updated_at desc, i.id desc limit ${limit}`;

export const listChildRows = (
  db: Db,
  parent: IssueKey,
  position: ChildPosition | undefined,
  size: number,
): Promise<FirstRows<ChildRow>> =>
  firstRows(db, childrenStatement(parent, position, size + 1), size, {});
