/** Copies of what agents have to do: one row an issue that its assignee can work on now. */
import { many, none, sql, type Db } from '@muster/service-kit';

export const saveWork = (
  db: Db,
  companyId: string,
  { issueId, agentId }: { readonly issueId: string; readonly agentId: string },
): Promise<void> =>
  none(db, sql`
    insert into work as w (issue_id, company_id, agent_id)
    values (${issueId}, ${companyId}, ${agentId})
    on conflict (issue_id) do update set agent_id = excluded.agent_id
    where w.agent_id <> excluded.agent_id`);

export const deleteWork = (db: Db, companyId: string, issueId: string): Promise<void> =>
  none(db, sql`delete from work where company_id = ${companyId} and issue_id = ${issueId}`);

/** Of these agents, those with nothing to do and nothing to read. */
export const listIdle = async (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (agentIds.length === 0) return new Set();
  const idle = await many<{ agentId: string }>(db, sql`
    select a.agent_id from unnest(${agentIds}::uuid[]) as a (agent_id)
    where not exists (
        select from work w where w.agent_id = a.agent_id and w.company_id = ${companyId}
      )
      and not exists (
        select from wakeups w
        where w.agent_id = a.agent_id and w.status = 'pending' and w.company_id = ${companyId}
      )
    order by a.agent_id limit ${agentIds.length}`);
  return new Set(idle.map(({ agentId }) => agentId));
};
