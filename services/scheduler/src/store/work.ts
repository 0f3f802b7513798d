/** Copies of agents' work: one row per issue that its assignee can work on now. */
import { none, sql, type Db } from '@muster/service-kit';

export const saveWork = (
  db: Db,
  companyId: string,
  { issueId, agentId }: { readonly issueId: string; readonly agentId: string },
): Promise<void> =>
  none(
    db,
    sql`
    insert into work as w (issue_id, company_id, agent_id)
    values (${issueId}, ${companyId}, ${agentId})
    on conflict (issue_id) do update set agent_id = excluded.agent_id
    where w.agent_id <> excluded.agent_id`,
  );

export const deleteWork = (db: Db, companyId: string, issueId: string): Promise<void> =>
  none(db, sql`delete from work where company_id = ${companyId} and issue_id = ${issueId}`);
