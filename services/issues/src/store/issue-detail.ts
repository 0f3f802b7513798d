/** Reads an issue, its surroundings and the facts for its caller. */
import type { OpenChildren, Scope } from '@muster/contracts';
import { maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import {
  ANCESTORS_MAX,
  boundSurroundings,
  type Surroundings,
} from '../domain/bounded-surroundings.ts';
import type { Caller } from '../domain/author.ts';
import type { IssueState } from '../domain/issue-state.ts';
import type { PolicyFacts } from '../domain/policy-facts.ts';
import { openChildren } from './children/open-children.ts';
import { issueColumns } from './issue-columns.ts';
import { isIssue } from './issue-rows.ts';
import { factColumns, factJoins, factsOf, type FactsRow } from './issues-for-decisions.ts';

const noSurroundings: Surroundings = { project: null, goal: null, ancestors: [] };

/** The end of an issue's thread of comments. */
interface Thread {
  readonly commentCount: number;
  readonly lastCommentId: string | null;
}

export interface Detail extends Surroundings {
  readonly issue: IssueState;
  readonly facts: PolicyFacts;
}

type Row = IssueState & FactsRow & { readonly surroundings: Surroundings | null };

/**
 * Skips the function for an issue without a parent, a project and a goal. One ancestor more than an answer
 * has tells that there are more.
 */
const surroundings = sql`
  case when coalesce(i.parent_id, i.project_id, i.goal_id) is not null then
    issue_surroundings(i.parent_id, i.project_id, i.goal_id, ${ANCESTORS_MAX + 1})
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
  select ${issueColumns}, ${factColumns(callerAgentId, null)}, ${surroundings} ${more}
  from issues i ${factJoins(callerAgentId, null)}
  where ${isIssue(ref, scope)} limit 1`;

const detailOf = async (db: Db, row: Row, caller: Caller): Promise<Detail> => ({
  ...(row.surroundings ? boundSurroundings(row.surroundings) : noSurroundings),
  issue: row,
  facts: await factsOf(db, row, caller),
});

export async function findDetail(
  db: Db,
  scope: Scope,
  ref: string,
  caller: Caller,
): Promise<Detail | undefined> {
  const row = await maybeOne<Row>(db, detailStatement(scope, ref, caller.agentId));
  return row && detailOf(db, row, caller);
}

interface Below {
  readonly openChildren: OpenChildren | null;
}

/** The detail, the end of the thread and the open children. */
export async function findContext(
  db: Db,
  scope: Scope,
  ref: string,
  caller: Caller,
): Promise<(Detail & Thread & { readonly openChildren?: OpenChildren }) | undefined> {
  const more = sql`, ${thread}, ${openChildren} as open_children`;
  const row = await maybeOne<Row & Thread & Below>(
    db,
    detailStatement(scope, ref, caller.agentId, more),
  );
  if (!row) return undefined;
  const { commentCount, lastCommentId } = row;
  const below = row.openChildren ? { openChildren: row.openChildren } : {};
  return { ...(await detailOf(db, row, caller)), commentCount, lastCommentId, ...below };
}
