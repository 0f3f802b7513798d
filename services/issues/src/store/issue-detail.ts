/** One issue with its ancestors and what its caller may do, in one statement. */
import type { IssueDetail, Scope } from '@muster/contracts';
import { maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import type { z } from 'zod';
import type { IssueState, Standing } from '../domain/standing.ts';
import {
  isIssue, issueColumns, standingColumns, standingJoins, standingOf, type StandingRow,
} from './issue-rows.ts';
import { goalView, projectView } from './planning-views.ts';

/** Most ancestors that are shown; a deeper tree is shown from the issue upward. */
const ANCESTORS_MAX = 50;

type Whole = z.output<typeof IssueDetail>;

/** What is around an issue. */
interface Surroundings extends Pick<Whole, 'ancestors' | 'project' | 'goal'> {
  readonly commentCount: number;
  readonly lastCommentId: string | null;
}
type Row = IssueState & StandingRow & Surroundings;

export interface Detail extends Surroundings {
  readonly issue: IssueState;
  readonly standing: Standing;
}

/**
 * The issue's ancestors, each with its own project and goal; without a parent nothing is walked.
 */
const ancestors = sql`
  case when i.parent_id is null then '[]'::jsonb else (
    with recursive up (id, depth) as (
      select i.parent_id, 1
      union all
      select a.parent_id, up.depth + 1
      from up join issues a on a.id = up.id
      where a.parent_id is not null and up.depth < ${ANCESTORS_MAX}
    )
    select jsonb_agg(jsonb_build_object(
      'id', a.id, 'identifier', a.identifier, 'title', a.title, 'description', a.description,
      'status', a.status, 'priority', a.priority, 'assigneeAgentId', a.assignee_agent_id,
      'projectId', a.project_id, 'goalId', a.goal_id,
      'project', ${projectView(sql`a.project_id`)}, 'goal', ${goalView(sql`a.goal_id`)}
    ) order by up.depth)
    from up join issues a on a.id = up.id
  ) end`;

export const detailStatement = (
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
): Statement => sql`
  select ${issueColumns}, ${standingColumns(callerAgentId)}, ${ancestors} as ancestors,
    ${projectView(sql`i.project_id`)} as project, ${goalView(sql`i.goal_id`)} as goal,
    i.comment_count, (
      select m.id from comments m where m.issue_id = i.id and m.number = i.comment_count
    ) as last_comment_id
  from issues i ${standingJoins(callerAgentId, null)}
  where ${isIssue(ref, scope)} limit 1`;

export async function findDetail(
  db: Db,
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
): Promise<Detail | undefined> {
  const row = await maybeOne<Row>(db, detailStatement(scope, ref, callerAgentId));
  return row && { ...row, issue: row, standing: standingOf(row, callerAgentId) };
}
