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

/** Kept apart from the roster, because an agent's limits before this copy was made arrive later. */
export const saveAgentLimit = (
  db: Db,
  companyId: string,
  { agentId, budgetMonthlyCents, version }: AgentSnapshot,
) =>
  none(
    db,
    sql`
    insert into agent_limits as l (agent_id, company_id, budget_monthly_cents, version)
    values (${agentId}, ${companyId}, ${budgetMonthlyCents}, ${version})
    on conflict (agent_id) do update
    set budget_monthly_cents = excluded.budget_monthly_cents, version = excluded.version
    where excluded.version > l.version`,
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

/** Until the end of the transaction the agent's other requests wait. */
export const lockRequester = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    select from agents where company_id = ${companyId} and agent_id = ${agentId}
    for no key update`,
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
