/**
 * Lists of issues. The first page of each status is read from an index in the order of the list,
 * and these pages are merged; so a page reads at most one page per status, however many issues
 * there are. By latest change, each priority of a status is read apart, because the indexes have the
 * priority first. Statuses, priorities and labels are read through the views, because row-level
 * security on the tables would keep Postgres from using their indexes (decision 21).
 *
 * A filter without an index is applied to a bounded stretch of each of these reads. A page then ends
 * where the first stretch ends, with fewer issues than asked for, and the next one goes on there.
 */
import { IssuePriority, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  join,
  many,
  maybeOne,
  sql,
  type Db,
  type FirstRows,
  type Statement,
} from '@muster/service-kit';
import type { IssueSort, ListKey } from '../../domain/list-order.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { summaryColumns } from '../issue-columns.ts';
import { labelsOfIssue } from '../planning/planning-views.ts';
import {
  filterPredicates,
  isLabel,
  listColumns,
  longColumns,
  orderedPredicates,
  soughtPredicates,
  type ListFilter,
} from './issue-filter.ts';

/** Issues of one status that a page with a filter without an index looks through. */
export const STRETCH_MAX = 1_000;
/** The same by creation, where all statuses are one stretch. */
const STRETCH_BY_CREATION_MAX = 5_000;

export type SummaryRow = Omit<IssueState, 'description'>;
/** The description is read only on request: it may be most of a page. */
export type ListRow = SummaryRow & Partial<Pick<IssueState, 'description'>>;

/** A page begins after the issue with this key. */
export type ListPosition = Pick<ListKey, 'priority' | 'updatedAt' | 'id'>;

export interface ListOrder {
  readonly sort: IssueSort;
  readonly position: ListKey | undefined;
}

interface Keys {
  readonly priority: Statement;
  readonly updated: Statement;
}

const issueKeys: Keys = {
  priority: sql`i.priority, i.updated_at, i.id`,
  updated: sql`i.updated_at, i.id`,
};
const labelKeys: Keys = {
  priority: sql`l.priority, l.updated_at, l.issue_id`,
  updated: sql`l.updated_at, l.issue_id`,
};

/** Descending in each part of the key. */
const descending = ({ text, values }: Statement): Statement => ({
  text: `${text.replaceAll(',', ' desc,')} desc`,
  values,
});

export const orders: Readonly<Record<IssueSort, Statement>> = {
  priority: descending(issueKeys.priority),
  updated: descending(issueKeys.updated),
  created: sql`i.issue_number desc`,
};

export function afterPosition({ sort, position }: ListOrder, keys = issueKeys): Statement {
  if (!position) return sql``;
  const { priority, updatedAt, id, issueNumber } = position;
  if (sort === 'created') return sql`and i.issue_number < ${issueNumber}`;
  return sort === 'updated'
    ? sql`and (${keys.updated}) < (${updatedAt}::timestamptz, ${id}::uuid)`
    : sql`and (${keys.priority}) < (
        ${priority}::issue_priority, ${updatedAt}::timestamptz, ${id}::uuid
      )`;
}

/** By creation no index has an order for any filter. */
const soughtBy = (filter: ListFilter, sort: IssueSort): readonly Statement[] =>
  sort === 'created'
    ? [
        sql`i.status = any(${filter.statuses}::issue_status[])`,
        orderedPredicates(filter),
        ...soughtPredicates(filter),
      ]
    : soughtPredicates(filter);

export const isSought = (filter: ListFilter, sort: IssueSort): boolean =>
  filter.ids === undefined && soughtBy(filter, sort).length > 0;

/** What is read apart: each status, or each priority of a status. */
function parts({ statuses, priorities }: ListFilter, sort: IssueSort): Statement {
  if (sort === 'created') return sql`(select) as wanted`;
  const ofStatus = sql`unnest(${statuses}::issue_status[]) as wanted (status)`;
  return sort === 'priority'
    ? ofStatus
    : sql`${ofStatus} cross join
      unnest(${priorities ?? IssuePriority.options}::issue_priority[]) as ranked (priority)`;
}

/** The issues of one part in the order of the list, without the filters that have no index. */
function issuesOfPart(filter: ListFilter, order: ListOrder, columns: Statement): Statement {
  const { sort } = order;
  if (sort === 'created') {
    return sql`
    select ${columns} from issues_in_scope i
    where i.company_id = ${filter.companyId} ${afterPosition(order)} order by ${orders.created}`;
  }
  const isOfPart = sort === 'updated' ? sql`and i.priority = ranked.priority` : sql``;
  return filter.labelId
    ? issuesOfPartWithLabel(filter, filter.labelId, order, columns)
    : sql`
    select ${columns} from issues_in_scope i
    where i.status = wanted.status ${isOfPart} and ${orderedPredicates(filter)}
      ${afterPosition(order)}
    order by ${orders[sort]}`;
}

/** The same through the index of the label, which reads only the issues that have it. */
const issuesOfPartWithLabel = (
  filter: ListFilter,
  labelId: string,
  order: ListOrder,
  columns: Statement,
): Statement => sql`
  select found.*
  from issue_labels_in_scope l
  cross join lateral (
    select ${columns} from issues_in_scope i
    where i.id = l.issue_id and ${orderedPredicates(filter)} offset 0
  ) found
  where l.label_id = ${labelId} and l.company_id = ${filter.companyId}
    and ${isLabel(filter.companyId, labelId)}
    and l.status = wanted.status ${
      order.sort === 'updated' ? sql`and l.priority = ranked.priority` : sql``
    }
    ${afterPosition(order, labelKeys)}
  order by ${descending(order.sort === 'updated' ? labelKeys.updated : labelKeys.priority)}`;

const stretchMax = (sort: IssueSort): number =>
  sort === 'created' ? STRETCH_BY_CREATION_MAX : STRETCH_MAX;

/** The first issues of a part that pass all filters. */
function pageOfPart(filter: ListFilter, order: ListOrder, limit: number): Statement {
  const all = issuesOfPart(filter, order, listColumns(filter));
  const sought = soughtBy(filter, order.sort);
  if (sought.length === 0) return sql`${all} limit ${limit}`;
  return sql`
    select i.* from (${all} limit ${stretchMax(order.sort)}) i
    where ${join(sought, ' and ')} order by ${orders[order.sort]} limit ${limit}`;
}

export const issuesStatement = (filter: ListFilter, order: ListOrder, limit: number): Statement =>
  filter.ids
    ? issuesByIds(filter, filter.ids, order, limit)
    : sql`
  select i.*, ${labelsOfIssue} as labels
  from ${parts(filter, order.sort)}
  cross join lateral (${pageOfPart(filter, order, limit)}) i
  order by ${orders[order.sort]}
  limit ${limit}`;

const issuesByIds = (
  filter: ListFilter,
  ids: readonly string[],
  order: ListOrder,
  limit: number,
): Statement => sql`
  select i.*, ${labelsOfIssue} as labels
  from (
    select ${listColumns(filter)} from issues_in_scope i
    where i.id = any(${ids}::uuid[]) and i.status = any(${filter.statuses}::issue_status[])
      and ${filterPredicates(filter)}
    offset 0
  ) i
  where true ${afterPosition(order)}
  order by ${orders[order.sort]} limit ${limit}`;

export const listIssueRows = (
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  size: number,
): Promise<FirstRows<ListRow>> =>
  firstRows(db, issuesStatement(filter, order, size + 1), size, longColumns(filter, size));

/** Only the order of creation has it: all else is in the index of the list. */
const numberIn = (sort: IssueSort): Statement =>
  sort === 'created' ? sql`i.issue_number` : sql`0 as issue_number`;

/** Where the first stretch ends, in the order of the list; nothing where all issues were read. */
export const frontierStatement = (filter: ListFilter, order: ListOrder): Statement => sql`
  select i.priority, i.updated_at, i.id, ${numberIn(order.sort)}
  from ${parts(filter, order.sort)}
  cross join lateral (
    ${issuesOfPart(filter, order, sql`i.priority, i.updated_at, i.id, ${numberIn(order.sort)}`)}
    offset ${stretchMax(order.sort) - 1} limit 1
  ) i
  order by ${orders[order.sort]} limit 1`;

export const findFrontier = (
  db: Db,
  filter: ListFilter,
  order: ListOrder,
): Promise<ListKey | undefined> => maybeOne(db, frontierStatement(filter, order));

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
