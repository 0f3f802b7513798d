/** How many issues of projects or goals have each status, by one statement for all of a page. */
import { IssueStatus, ISSUES_COUNTED_MAX, type IssueProgress } from '@muster/contracts';
import { many, sql, type Db, type Statement } from '@muster/service-kit';

interface Counted {
  readonly id: string;
  readonly status: IssueStatus;
  readonly count: number;
}

const belongsTo: Readonly<Record<'project' | 'goal', Statement>> = {
  project: sql`i.project_id = owner.id`,
  goal: sql`i.goal_id = owner.id`,
};

/** Each status of each is counted in the index by project or goal, and no further than it is shown. */
export const progressStatement = (
  companyId: string,
  of: 'project' | 'goal',
  ids: readonly string[],
): Statement => sql`
  select owner.id, s.status, c.count
  from unnest(${ids}::uuid[]) as owner (id)
  cross join unnest(enum_range(null::issue_status)) as s (status)
  cross join lateral (
    select count(*)::integer as count from (
      select from issues_in_scope i
      where ${belongsTo[of]} and i.status = s.status and i.company_id = ${companyId}
      order by i.priority, i.updated_at, i.id limit ${ISSUES_COUNTED_MAX + 1}
    ) counted
  ) c
  where c.count > 0
  order by owner.id, s.status limit ${ids.length * IssueStatus.options.length}`;

/** Rows of one company, each with its progress. */
export async function withProgress<Row extends { readonly id: string; readonly companyId: string }>(
  db: Db,
  of: 'project' | 'goal',
  rows: readonly Row[],
): Promise<(Row & { readonly progress?: IssueProgress })[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const counted = await many<Counted>(db, progressStatement(first.companyId, of, ids));
  const byId = Map.groupBy(counted, ({ id }) => id);
  return rows.map((row) => ({ ...row, progress: progressOf(byId.get(row.id) ?? []) }));
}

function progressOf(rows: readonly Counted[]): IssueProgress {
  const count = (status: IssueStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    byStatus: Object.fromEntries(
      IssueStatus.options.map((status) => [status, Math.min(count(status), ISSUES_COUNTED_MAX)]),
    ) as IssueProgress['byStatus'],
    more: IssueStatus.options.filter((status) => count(status) > ISSUES_COUNTED_MAX),
  };
}
