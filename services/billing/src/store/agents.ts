/** Copies of agents with their monthly limits. */
import { Refusal, type AgentSnapshot } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';

/** Saves the copy unless a newer one is there; returns whether it was saved. */
export async function saveAgent(
  db: Db,
  companyId: string,
  { agentId, name, status, budgetMonthlyCents, version }: AgentSnapshot,
): Promise<boolean> {
  const saved = await maybeOne(
    db,
    sql`
    insert into agents as a (agent_id, company_id, name, status, budget_monthly_cents, version)
    values (${agentId}, ${companyId}, ${name}, ${status}, ${budgetMonthlyCents}, ${version})
    on conflict (agent_id) do update
    set name = excluded.name, status = excluded.status,
      budget_monthly_cents = excluded.budget_monthly_cents, version = excluded.version
    where excluded.version > a.version
    returning agent_id`,
  );
  return saved !== undefined;
}

/** Something of another company is refused as not found. */
export async function requireAgent(db: Db, companyId: string, agentId: string): Promise<void> {
  const agent = await maybeOne(
    db,
    sql`
    select agent_id from agents where company_id = ${companyId} and agent_id = ${agentId}`,
  );
  if (!agent) throw new Refusal('agent_not_found', { field: 'agentId' });
}
