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
}

/** One row if the event is newer than all that were applied to the issue. */
const position = ({ companyId, issueId, seq }: IssueAt) => sql`
  insert into work_positions as p (issue_id, company_id, last_seq)
  values (${issueId}, ${companyId}, ${seq})
  on conflict (issue_id) do update set last_seq = excluded.last_seq
  where p.company_id = excluded.company_id and p.last_seq < excluded.last_seq
  returning p.issue_id, p.company_id`;

export const saveWork = (db: Db, at: IssueAt, agentId: string): Promise<void> =>
  noneAwaited(
    db,
    sql`
    with newest as (${position(at)})
    insert into work as w (issue_id, company_id, agent_id)
    select issue_id, company_id, ${agentId}::uuid from newest
    on conflict (issue_id) do update set agent_id = excluded.agent_id
    where w.agent_id <> excluded.agent_id`,
  );

export const deleteWork = (db: Db, at: IssueAt): Promise<void> =>
  noneAwaited(
    db,
    sql`
    with newest as (${position(at)})
    delete from work w using newest n
    where w.company_id = ${at.companyId} and w.issue_id = n.issue_id`,
  );
