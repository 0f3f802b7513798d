/** Counts of the issues that pass the filters of a list. */
import { ISSUES_COUNTED_MAX, type IssueStatus } from '@muster/contracts';
import { join, many, sql, type Db, type Statement } from '@muster/service-kit';
import {
  filterPredicates,
  orderedPredicates,
  soughtPredicates,
  type ListFilter,
} from './issue-filter.ts';

/** Issues of one status that are looked through where a filter has no index. */
const READ_MAX = 5_000;

export interface StatusTotal {
  readonly status: IssueStatus;
  readonly count: number;
  /** There may be more than were counted. */
  readonly more: boolean;
}

/** The issues of one status, not more than are counted, and whether each passes the other filters. */
function issuesOfStatus(filter: ListFilter): Statement {
  const sought = soughtPredicates(filter);
  const ofStatus = sql`i.status = wanted.status and ${orderedPredicates(filter)}`;
  const passes = sql`(${join([sql`true`, ...sought], ' and ')}) as passes`;
  if (filter.ids) {
    return sql`
      select true as passes from (
        select i.* from issues_in_scope i where i.id = any(${filter.ids}::uuid[]) offset 0
      ) i
      where i.status = wanted.status and ${filterPredicates(filter)}`;
  }
  if (filter.labelId) {
    return sql`
      select i.passes from issue_labels_in_scope l
      cross join lateral (
        select ${passes} from issues_in_scope i
        where i.id = l.issue_id and ${orderedPredicates(filter)} offset 0
      ) i
      where l.label_id = ${filter.labelId} and l.company_id = ${filter.companyId}
        and l.status = wanted.status
      order by l.priority desc, l.updated_at desc, l.issue_id desc`;
  }
  return sql`
    select ${passes} from issues_in_scope i
    where ${ofStatus} order by i.priority desc, i.updated_at desc, i.id desc`;
}

export const totalsStatement = (filter: ListFilter): Statement => {
  const readMax = soughtPredicates(filter).length > 0 ? READ_MAX : ISSUES_COUNTED_MAX;
  return sql`
    select wanted.status, least(f.passing, ${ISSUES_COUNTED_MAX})::integer as count,
      f.passing > ${ISSUES_COUNTED_MAX} or f.read > ${readMax} as more
    from unnest(${filter.statuses}::issue_status[]) as wanted (status)
    cross join lateral (
      select count(*) as read, count(*) filter (where i.passes) as passing
      from (${issuesOfStatus(filter)} limit ${readMax + 1}) i
    ) f
    order by wanted.status limit ${filter.statuses.length}`;
};

export const countIssuesOfFilter = (db: Db, filter: ListFilter): Promise<StatusTotal[]> =>
  many(db, totalsStatement(filter));
