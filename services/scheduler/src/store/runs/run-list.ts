/**
 * Lists of runs, newest first: ids sort by the time at which they were made. A company, an agent and an
 * issue have an index. A status and a source have none, because every run would write to it several
 * times: so a page with such a filter looks through a bounded stretch of the others, and the next one
 * goes on where it ends.
 */
import type { Run, RunSource, RunStatus } from '@muster/contracts';
import {
  firstRows,
  join,
  maybeOne,
  sql,
  type Db,
  type FirstRows,
  type Statement,
} from '@muster/service-kit';
import { runColumns } from './runs.ts';

/** Runs that one page looks through. */
export const RUNS_READ_MAX = 5_000;
/** How far the clock that made an id may be from the database's. */
const CLOCKS_DIFFER_MS = 600_000;

export interface RunFilter {
  readonly companyId: string;
  readonly agentId?: string | undefined;
  readonly issueId?: string | undefined;
  readonly status?: readonly RunStatus[] | undefined;
  readonly source?: readonly RunSource[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Only runs made before this one. */
  readonly before: string | undefined;
}

/** The lowest id of that moment. */
function idAt(moment: number): string {
  const digits = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** Contains only the given filters, so that each combination is planned with its index. */
function indexed({ companyId, agentId, issueId, since, until, before }: RunFilter): Statement {
  return join(
    [
      sql`company_id = ${companyId}`,
      ...(agentId ? [sql`agent_id = ${agentId}`] : []),
      ...(issueId ? [sql`issue_id = ${issueId}`] : []),
      ...(since ? [sql`id >= ${idAt(Date.parse(since) - CLOCKS_DIFFER_MS)}::uuid`] : []),
      ...(until ? [sql`id < ${idAt(Date.parse(until) + CLOCKS_DIFFER_MS)}::uuid`] : []),
      ...(before ? [sql`id < ${before}::uuid`] : []),
    ],
    ' and ',
  );
}

const others = ({ status, source, since, until }: RunFilter): Statement =>
  join(
    [
      sql`true`,
      ...(status ? [sql`runs.status = any(${status}::text[])`] : []),
      ...(source ? [sql`runs.source = any(${source}::text[])`] : []),
      ...(since ? [sql`runs.created_at >= ${since}`] : []),
      ...(until ? [sql`runs.created_at < ${until}`] : []),
    ],
    ' and ',
  );

export const runsStatement = (filter: RunFilter, limit: number): Statement => sql`
  select ${runColumns}
  from (
    select * from runs where ${indexed(filter)} order by id desc limit ${RUNS_READ_MAX}
  ) runs
  where ${others(filter)}
  order by runs.id desc limit ${limit}`;

export const listRuns = (db: Db, filter: RunFilter, size: number): Promise<FirstRows<Run>> =>
  firstRows(db, runsStatement(filter, size + 1), size, {
    texts: ['error', 'result_summary'],
    json: ['context'],
  });

/** The last run that a page looks through; nothing where it looks through all. */
export async function findLastRead(db: Db, filter: RunFilter): Promise<string | undefined> {
  const last = await maybeOne<{ id: string }>(
    db,
    sql`
    select id from runs where ${indexed(filter)}
    order by id desc offset ${RUNS_READ_MAX - 1} limit 1`,
  );
  return last?.id;
}
