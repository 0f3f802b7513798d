/** Copies of agents: their role and status. */
import { Refusal, type AgentSnapshot } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { Requester } from '../domain/request-rules.ts';

export const saveAgent = (
  db: Db,
  companyId: string,
  { agentId, name, role, status, version }: AgentSnapshot,
) =>
  none(
    db,
    sql`
    insert into agents as a (agent_id, company_id, name, role, status, version)
    values (${agentId}, ${companyId}, ${name}, ${role}, ${status}, ${version})
    on conflict (agent_id) do update
    set name = excluded.name, role = excluded.role, status = excluded.status,
      version = excluded.version
    where excluded.version > a.version`,
  );

export const findAgent = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<Requester | undefined> =>
  maybeOne<Requester>(
    db,
    sql`
    select role, status from agents where company_id = ${companyId} and agent_id = ${agentId}`,
  );

/** An agent named by a field of the request; an agent of another company is not found. */
export async function getAgent(
  db: Db,
  companyId: string,
  agentId: string,
  field: string,
): Promise<Requester> {
  const agent = await findAgent(db, companyId, agentId);
  if (!agent) throw new Refusal('agent_not_found', { field });
  return agent;
}
