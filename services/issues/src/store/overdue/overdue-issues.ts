/**
 * Open issues whose time has passed. The row keeps for which time that was told, so that each time is told
 * once, and a new one again.
 */
import { many, NIL_UUID, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueSnapshotRow } from '../comments.ts';
import { snapshotColumns } from '../issue-columns.ts';

export interface DueIssue {
  readonly id: string;
  readonly companyId: string;
  readonly dueAt: string;
}

/** What was not told yet, or was told and not escalated. */
const untold = sql`i.overdue_told_for is distinct from i.due_at`;
const unescalated = sql`
  i.overdue_told_for = i.due_at and i.overdue_escalated_for is distinct from i.due_at`;

export type OverdueLevel = 'told' | 'escalated';
const isAt = (level: OverdueLevel): Statement => (level === 'told' ? untold : unescalated);

/** For how long an issue may be overdue before the manager of its assignee hears of it. */
const ESCALATED_AFTER_SECONDS = 86_400;
const isDue = (level: OverdueLevel): Statement =>
  sql`i.due_at <= now() - make_interval(secs => ${level === 'told' ? 0 : ESCALATED_AFTER_SECONDS})`;

export const dueIssuesStatement = (
  level: OverdueLevel,
  after: DueIssue | undefined,
  limit: number,
): Statement => sql`
  select i.id, i.company_id, i.due_at from issues i
  where i.due_at is not null and i.status > 'done' and ${isAt(level)} and ${isDue(level)}
    and (i.due_at, i.id) > (
      ${after?.dueAt ?? '-infinity'}::timestamptz, ${after?.id ?? NIL_UUID}::uuid
    )
  order by i.due_at, i.id limit ${limit}`;

export const listDueIssues = (
  db: Db,
  level: OverdueLevel,
  after: DueIssue | undefined,
  limit: number,
): Promise<DueIssue[]> => many(db, dueIssuesStatement(level, after, limit));

/** With whom the level wakes: the assignee, or its manager, where it is an agent that is there. */
export interface OverdueRow extends IssueSnapshotRow {
  readonly dueAt: string;
  readonly wakesAgentId: string | null;
}

/** Marks what is due as told for its time; what has changed meanwhile, or others have marked, is left out. */
export const markOverdue = (
  db: Db,
  level: OverdueLevel,
  companyId: string,
  due: readonly DueIssue[],
): Promise<OverdueRow[]> =>
  many<OverdueRow>(
    db,
    sql`
    with i as (
      update issues i
      set ${level === 'told' ? sql`overdue_told_for = i.due_at` : sql`overdue_escalated_for = i.due_at`}
      where i.id = any(array(
        select i.id from issues i
        where i.id = any(${due.map(({ id }) => id)}::uuid[]) and i.company_id = ${companyId}
          and ${isDue(level)} and i.status > 'done' and ${isAt(level)}
        order by i.id limit ${due.length} for no key update
      ))
      returning ${snapshotColumns}, i.due_at
    )
    select ${snapshotColumns}, i.due_at, woken.agent_id as wakes_agent_id
    from i
    left join roster assignee
      on assignee.agent_id = i.assignee_agent_id and assignee.company_id = i.company_id
    left join roster woken on woken.company_id = i.company_id and woken.status <> 'terminated'
      and i.status <> 'backlog' and woken.agent_id = ${
        level === 'told' ? sql`assignee.agent_id` : sql`assignee.reports_to`
      }
    order by i.due_at, i.id limit ${due.length}`,
  );
