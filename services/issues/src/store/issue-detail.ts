/** One issue with what it is part of and what its caller may do, in one statement. */
import type { IssueDetail, Scope } from '@muster/contracts';
import { maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import type { z } from 'zod';
import type { IssueState, Standing } from '../domain/standing.ts';
import {
  isIssue, issueColumns, standingColumns, standingJoins, standingOf, type StandingRow,
} from './issue-rows.ts';

/** Most ancestors that are shown; a deeper tree is shown from the issue upward. */
const ANCESTORS_MAX = 50;

/** What an issue is part of. */
type Surroundings = Pick<z.output<typeof IssueDetail>, 'ancestors' | 'project' | 'goal'>;

const alone: Surroundings = { project: null, goal: null, ancestors: [] };

/** How far the thread of an issue is. */
interface Thread {
  readonly commentCount: number;
  readonly lastCommentId: string | null;
}

export interface Detail extends Surroundings {
  readonly issue: IssueState;
  readonly standing: Standing;
}

type Row = IssueState & StandingRow & { readonly surroundings: Surroundings | null };

/** An issue that is part of nothing looks for nothing; see the function's migration. */
const surroundings = sql`
  case when coalesce(i.parent_id, i.project_id, i.goal_id) is not null then
    issue_surroundings(i.parent_id, i.project_id, i.goal_id, ${ANCESTORS_MAX})
  end as surroundings`;

const thread = sql`
  i.comment_count, (
    select m.id from comments m where m.issue_id = i.id and m.number = i.comment_count
  ) as last_comment_id`;

export const detailStatement = (
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
  more: Statement = sql``,
): Statement => sql`
  select ${issueColumns}, ${standingColumns(callerAgentId, null)}, ${surroundings} ${more}
  from issues i ${standingJoins(callerAgentId, null)}
  where ${isIssue(ref, scope)} limit 1`;

const detailOf = (row: Row, callerAgentId: string | null): Detail => ({
  ...(row.surroundings ?? alone), issue: row, standing: standingOf(row, callerAgentId),
});

export async function findDetail(
  db: Db,
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
): Promise<Detail | undefined> {
  const row = await maybeOne<Row>(db, detailStatement(scope, ref, callerAgentId));
  return row && detailOf(row, callerAgentId);
}

/** The same, and where its thread is. */
export async function findContext(
  db: Db,
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
): Promise<(Detail & Thread) | undefined> {
  const statement = detailStatement(scope, ref, callerAgentId, sql`, ${thread}`);
  const row = await maybeOne<Row & Thread>(db, statement);
  if (!row) return undefined;
  const { commentCount, lastCommentId } = row;
  return { ...detailOf(row, callerAgentId), commentCount, lastCommentId };
}
