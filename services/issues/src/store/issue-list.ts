/**
 * Lists of issues. The first page of each status is read from an index in the order of the list,
 * and these pages are merged; so a page reads at most one page per status, however many issues
 * there are. Statuses, priorities and labels are read through the views, because row-level security
 * on the tables would keep Postgres from using their indexes (decision 22).
 */
import type { IssuePriority, IssueStatus, Scope } from '@muster/contracts';
import { inScope, join, many, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { plainColumns, summaryColumns } from './issue-columns.ts';
import { labelsOfIssue } from './planning-views.ts';

export type SummaryRow = Omit<IssueState, 'description'>;
/** The description is read only on request: it may be most of a page. */
export type ListRow = SummaryRow & Partial<Pick<IssueState, 'description'>>;

/** A page begins after the issue with this priority, last change and id. */
export interface ListPosition {
  readonly priority: IssuePriority;
  readonly updatedAt: string;
  readonly id: string;
}

export interface ListFilter {
  readonly companyId: string;
  readonly statuses: readonly IssueStatus[];
  readonly priorities?: readonly IssuePriority[] | undefined;
  readonly assigneeAgentId?: string | undefined;
  readonly assigneeUserId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly goalId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly labelId?: string | undefined;
  readonly updatedSince?: string | undefined;
  readonly withDescription?: boolean | undefined;
}

export const listColumns = ({ withDescription }: ListFilter): Statement =>
  withDescription ? sql`${plainColumns}, i.description` : plainColumns;

/** A deleted label has no issues, although it is removed from them in steps. */
const isLabel = (companyId: string, labelId: string): Statement => sql`exists (
  select from labels_in_scope worn where worn.id = ${labelId} and worn.company_id = ${companyId}
)`;

/** The filters of a request as predicates on `i`. */
export function filterPredicates(filter: ListFilter): Statement {
  const { priorities, assigneeAgentId, assigneeUserId, projectId, goalId, parentId } = filter;
  const { labelId, updatedSince } = filter;
  return join(
    [
      sql`i.company_id = ${filter.companyId}`,
      ...(priorities ? [sql`i.priority = any(${priorities}::issue_priority[])`] : []),
      ...(assigneeAgentId ? [sql`i.assignee_agent_id = ${assigneeAgentId}`] : []),
      ...(assigneeUserId ? [sql`i.assignee_user_id = ${assigneeUserId}`] : []),
      ...(projectId ? [sql`i.project_id = ${projectId}`] : []),
      ...(goalId ? [sql`i.goal_id = ${goalId}`] : []),
      ...(parentId ? [sql`i.parent_id = ${parentId}`] : []),
      ...(labelId
        ? [
            isLabel(filter.companyId, labelId),
            sql`i.label_ids @> array[${labelId}::uuid] and i.label_ids <> '{}'`,
          ]
        : []),
      ...(updatedSince ? [sql`i.updated_at >= ${updatedSince}`] : []),
    ],
    ' and ',
  );
}

const afterPosition = (position: ListPosition | undefined, key: Statement): Statement =>
  position
    ? sql`and (${key}) < (
        ${position.priority}::issue_priority, ${position.updatedAt}::timestamptz,
        ${position.id}::uuid
      )`
    : sql``;

const issuesOfStatus = (filter: ListFilter, position: ListPosition | undefined): Statement => sql`
  select ${listColumns(filter)} from issues_in_scope i
  where i.status = wanted.status and ${filterPredicates(filter)}
    ${afterPosition(position, sql`i.priority, i.updated_at, i.id`)}
  order by i.priority desc, i.updated_at desc, i.id desc`;

/** The same through the index of the label, which reads only the issues that have it. */
const issuesWithLabel = (
  filter: ListFilter,
  labelId: string,
  position: ListPosition | undefined,
): Statement => sql`
  select i.*
  from issue_labels_in_scope l
  cross join lateral (
    select ${listColumns(filter)} from issues_in_scope i
    where i.id = l.issue_id and ${filterPredicates(filter)} offset 0
  ) i
  where l.label_id = ${labelId} and l.company_id = ${filter.companyId}
    and ${isLabel(filter.companyId, labelId)}
    and l.status = wanted.status
    ${afterPosition(position, sql`l.priority, l.updated_at, l.issue_id`)}
  order by l.priority desc, l.updated_at desc, l.issue_id desc`;

export const issuesStatement = (
  filter: ListFilter,
  position: ListPosition | undefined,
  limit: number,
): Statement => {
  const issuesOfOneStatus = filter.labelId
    ? issuesWithLabel(filter, filter.labelId, position)
    : issuesOfStatus(filter, position);
  return sql`
  select i.*, ${labelsOfIssue} as labels
  from unnest(${filter.statuses}::issue_status[]) as wanted (status)
  cross join lateral (${issuesOfOneStatus} limit ${limit}) i
  order by i.priority desc, i.updated_at desc, i.id desc
  limit ${limit}`;
};

export const listIssueRows = (
  db: Db,
  filter: ListFilter,
  position: ListPosition | undefined,
  limit: number,
): Promise<ListRow[]> => many(db, issuesStatement(filter, position, limit));

export const listIssueRowsById = (
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<SummaryRow[]> =>
  many(
    db,
    sql`
    select ${summaryColumns} from issues i
    where i.id = any(${ids}::uuid[]) and ${inScope(scope, sql`i.company_id`)}
    order by i.id limit ${ids.length}`,
  );

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
