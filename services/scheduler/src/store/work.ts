/**
 * Copies of agents' work: one row per issue that its assignee can work on now. The number of the last
 * event is kept for every issue, because an event that arrives late must not undo a newer one, and so
 * is what decides about its wake-ups that wait.
 */
import { noneAwaited, sql, type Db } from '@muster/service-kit';
import type { IssueNow } from '../domain/ended-work/work-over.ts';

/** An issue after an event of this number in its company's log. */
export interface IssueAt {
  readonly companyId: string;
  readonly issueId: string;
  readonly seq: number;
  /** Who can work on it now. */
  readonly agentId: string | null;
  /** Without `isBlocked` and `isHeld` where its events do not tell, which leaves them as they were. */
  readonly now: Omit<IssueNow, 'isBlocked' | 'isHeld'> & {
    readonly isBlocked?: boolean | undefined;
    readonly isHeld?: boolean | undefined;
  };
}

/** Saves issues after events of one company, the newest event of each. */
export const saveWork = (db: Db, issues: readonly IssueAt[]): Promise<void> =>
  noneAwaited(
    db,
    sql`
    with given as (
      select * from unnest(
        ${issues.map(({ issueId }) => issueId)}::uuid[],
        ${issues.map(({ companyId }) => companyId)}::uuid[],
        ${issues.map(({ seq }) => seq)}::bigint[],
        ${issues.map(({ agentId }) => agentId)}::uuid[],
        ${issues.map(({ now }) => now.isEnded)}::boolean[],
        ${issues.map(({ now }) => now.assigneeAgentId)}::uuid[],
        ${issues.map(({ now }) => now.isBlocked ?? null)}::boolean[],
        ${issues.map(({ now }) => now.isStarted)}::boolean[],
        ${issues.map(({ now }) => now.isHeld ?? null)}::boolean[]
      ) as g (
        issue_id, company_id, seq, agent_id, is_ended, assignee_agent_id, is_blocked, is_started,
        is_held
      )
    ), newest as (
      insert into work_positions as p (
        issue_id, company_id, last_seq, state_seq, is_ended, assignee_agent_id, is_blocked,
        is_started, is_held
      )
      select issue_id, company_id, seq, seq, is_ended, assignee_agent_id, is_blocked, is_started,
        is_held
      from given
      on conflict (issue_id) do update set last_seq = excluded.last_seq,
        state_seq = excluded.state_seq, is_ended = excluded.is_ended,
        assignee_agent_id = excluded.assignee_agent_id,
        is_blocked = coalesce(excluded.is_blocked, p.is_blocked),
        is_started = excluded.is_started,
        is_held = coalesce(excluded.is_held, p.is_held)
      where p.company_id = excluded.company_id and p.last_seq < excluded.last_seq
      returning p.issue_id, coalesce(p.is_held, false) as is_held
    ), saved as (
      insert into work as w (issue_id, company_id, agent_id)
      select g.issue_id, g.company_id, g.agent_id
      from given g join newest using (issue_id) where g.agent_id is not null and not newest.is_held
      on conflict (issue_id) do update set agent_id = excluded.agent_id
      where w.agent_id <> excluded.agent_id
    )
    delete from work w using given g join newest using (issue_id)
    where (g.agent_id is null or newest.is_held) and w.company_id = g.company_id and w.issue_id = g.issue_id`,
  );
