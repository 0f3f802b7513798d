/** One issue with its ancestors and what its caller may do, in one statement. */
import type { IssueDetail, Scope } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { z } from 'zod';
import type { IssueState, Standing } from '../domain/standing.ts';
import {
  isIssue, issueColumns, standingColumns, standingJoins, standingOf, type StandingRow,
} from './issue-rows.ts';

/** Most ancestors that are shown; a deeper tree is shown from the issue upward. */
const ANCESTORS_MAX = 50;

type Ancestors = z.output<typeof IssueDetail>['ancestors'];

export interface Detail {
  readonly issue: IssueState;
  readonly ancestors: Ancestors;
  readonly standing: Standing;
}

/** Joins on the parent in the same company; an issue without one costs no step. */
const ancestors = sql`
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'identifier', p.identifier, 'title', p.title, 'description', p.description,
    'status', p.status, 'priority', p.priority, 'assigneeAgentId', p.assignee_agent_id,
    'projectId', p.project_id, 'goalId', p.goal_id, 'project', null, 'goal', null
  ) order by up.depth), '[]') as ancestors
  from (
    with recursive up (id, depth) as (
      select i.parent_id, 1 where i.parent_id is not null
      union all
      select p.parent_id, up.depth + 1
      from up join issues p on p.id = up.id
      where p.parent_id is not null and up.depth < ${ANCESTORS_MAX}
    )
    select id, depth from up
  ) up
  join issues p on p.id = up.id`;

export async function findDetail(
  db: Db,
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
): Promise<Detail | undefined> {
  const row = await maybeOne<IssueState & StandingRow & { ancestors: Ancestors }>(db, sql`
    select ${issueColumns}, ${standingColumns(callerAgentId)}, a.ancestors
    from issues i ${standingJoins(callerAgentId, null)}
    cross join lateral (${ancestors}) a
    where ${isIssue(ref, scope)} limit 1`);
  return row && {
    issue: row, ancestors: row.ancestors, standing: standingOf(row, callerAgentId),
  };
}
