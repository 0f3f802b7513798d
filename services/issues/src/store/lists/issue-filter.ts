/** The filters of a list of issues, as predicates on `i`. */
import { PAGE_DEFAULT, type IssuePriority, type IssueStatus } from '@muster/contracts';
import { join, sql, type LongColumns, type Statement } from '@muster/service-kit';
import { plainColumns } from '../issue-columns.ts';
import { hasOpenBlocker } from '../open-blockers.ts';
import { matches } from './search-query.ts';

export interface ListFilter {
  readonly companyId: string;
  readonly statuses: readonly IssueStatus[];
  readonly ids?: readonly string[] | undefined;
  readonly priorities?: readonly IssuePriority[] | undefined;
  readonly assigneeAgentId?: string | undefined;
  readonly assigneeAgentIds?: readonly string[] | undefined;
  readonly assigneeUserId?: string | undefined;
  readonly unassigned?: boolean | undefined;
  readonly createdByAgentId?: string | undefined;
  readonly createdByUserId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly goalId?: string | undefined;
  readonly goalIds?: readonly string[] | undefined;
  readonly parentId?: string | undefined;
  readonly labelId?: string | undefined;
  readonly labelIds?: readonly string[] | undefined;
  /** Whether an open issue blocks it. */
  readonly blocked?: boolean | undefined;
  readonly updatedSince?: string | undefined;
  /** Only issues with these words. */
  readonly q?: string | undefined;
  readonly withDescription?: boolean | undefined;
}

export const listColumns = ({ withDescription }: Pick<ListFilter, 'withDescription'>): Statement =>
  withDescription ? sql`${plainColumns}, i.description` : plainColumns;

/**
 * An issue has up to 50 labels, of 230 bytes at most. A page of the usual size is less than two answers
 * with all of them, so it is not measured.
 */
export const longColumns = (
  { withDescription }: Pick<ListFilter, 'withDescription'>,
  size: number,
): LongColumns => ({
  texts: withDescription ? ['description'] : [],
  json: withDescription || size > PAGE_DEFAULT ? ['labels'] : [],
});

/** A deleted label has no issues, although it is removed from them in steps. */
export const isLabel = (companyId: string, labelId: string): Statement => sql`exists (
  select from labels_in_scope worn where worn.id = ${labelId} and worn.company_id = ${companyId}
)`;

/** Filters by which an index has the issues in their order, and those that most issues pass. */
export function orderedPredicates(filter: ListFilter): Statement {
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

/**
 * Filters without an index: every write to an issue would pay for it. A list looks through a bounded
 * stretch for what passes them.
 */
export function soughtPredicates(filter: ListFilter): readonly Statement[] {
  const { assigneeAgentIds, projectIds, goalIds, labelIds, blocked } = filter;
  const { createdByAgentId, createdByUserId, companyId, q } = filter;
  return [
    ...(filter.unassigned === true
      ? [sql`i.assignee_agent_id is null and i.assignee_user_id is null`]
      : []),
    ...(filter.unassigned === false
      ? [sql`coalesce(i.assignee_agent_id, i.assignee_user_id) is not null`]
      : []),
    ...(assigneeAgentIds ? [sql`i.assignee_agent_id = any(${assigneeAgentIds}::uuid[])`] : []),
    ...(projectIds ? [sql`i.project_id = any(${projectIds}::uuid[])`] : []),
    ...(goalIds ? [sql`i.goal_id = any(${goalIds}::uuid[])`] : []),
    ...(labelIds
      ? [
          sql`exists (
            select from labels_in_scope worn
            where worn.id = any(i.label_ids) and worn.id = any(${labelIds}::uuid[])
              and worn.company_id = ${filter.companyId}
          )`,
        ]
      : []),
    ...(createdByAgentId ? [sql`i.created_by_agent_id = ${createdByAgentId}`] : []),
    ...(createdByUserId ? [sql`i.created_by_user_id = ${createdByUserId}`] : []),
    ...(blocked === true ? [hasOpenBlocker] : []),
    ...(blocked === false ? [sql`not ${hasOpenBlocker}`] : []),
    ...(q === undefined ? [] : [matches({ companyId, q })]),
  ];
}

/** All of them, where another index finds the issues. */
export const filterPredicates = (filter: ListFilter): Statement =>
  join(
    [
      orderedPredicates(filter),
      ...soughtPredicates(filter),
      ...(filter.ids ? [sql`i.id = any(${filter.ids}::uuid[])`] : []),
    ],
    ' and ',
  );
