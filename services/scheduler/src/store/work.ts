/**
 * Copies of agents' work: one row per issue that its assignee can work on now. The number of the last
 * event is kept for every issue, because an event that arrives late must not undo a newer one.
 */
import { noneAwaited, sql, type Db } from '@muster/service-kit';

/** An issue after an event of this number in its company's log. */
export interface IssueAt {
  readonly companyId: string;
  readonly issueId: string;
  readonly seq: number;
  /** Who can work on it now. */
  readonly agentId: string | null;
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
        ${issues.map(({ agentId }) => agentId)}::uuid[]
      ) as g (issue_id, company_id, seq, agent_id)
    ), newest as (
      insert into work_positions as p (issue_id, company_id, last_seq)
      select issue_id, company_id, seq from given
      on conflict (issue_id) do update set last_seq = excluded.last_seq
      where p.company_id = excluded.company_id and p.last_seq < excluded.last_seq
      returning p.issue_id
    ), saved as (
      insert into work as w (issue_id, company_id, agent_id)
      select g.issue_id, g.company_id, g.agent_id
      from given g join newest using (issue_id) where g.agent_id is not null
      on conflict (issue_id) do update set agent_id = excluded.agent_id
      where w.agent_id <> excluded.agent_id
    )
    delete from work w using given g join newest using (issue_id)
    where g.agent_id is null and w.company_id = g.company_id and w.issue_id = g.issue_id`,
  );
