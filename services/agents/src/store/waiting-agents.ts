/** Agents that wait for the board's approval, locked while their hire is revised. */
import { maybeOne, one, sql, type Db } from '@muster/service-kit';
import type { AgentConfig } from '@muster/contracts';
import type { AgentRow } from '../domain/agent.ts';
import { nameKey } from '../domain/names.ts';
import { agentColumns, agentsWithMonth } from './agents.ts';
import { lockCompanyRow } from './locks.ts';
import { whyNoPlace } from './tree.ts';

/** Locks the agent if it still waits, and the company exclusively, so that names stay free. */
export async function lockWaitingAgent(
  db: Db,
  companyId: string,
  agentId: string,
): Promise<AgentRow | undefined> {
  await lockCompanyRow(db, companyId, 'exclusive');
  return maybeOne<AgentRow>(
    db,
    sql`
    select ${agentColumns} from ${agentsWithMonth}
    where a.company_id = ${companyId} and a.id = ${agentId} and a.status = 'pending_approval'
    for no key update of a`,
  );
}

/**
 * The configuration without a name, a role or a manager that conflicts: these keep their current
 * values, because a reaction cannot refuse and the rest of the revision is still wanted.
 */
export async function withoutConflicts(
  db: Db,
  agent: AgentRow,
  wanted: AgentConfig,
): Promise<AgentConfig> {
  const { id, companyId } = agent;
  const found = await one<{ name: boolean; ceo: boolean }>(
    db,
    sql`
    select
      exists (
        select from agents where company_id = ${companyId} and status <> 'terminated'
          and id <> ${id} and name_key = ${nameKey(wanted.name)}
      ) as name,
      exists (
        select from agents where company_id = ${companyId} and status <> 'terminated'
          and id <> ${id} and role = 'ceo'
      ) as ceo`,
  );
  const { reportsTo } = wanted;
  const fits = reportsTo === null || !(await whyNoPlace(db, agent, reportsTo));
  return {
    ...wanted,
    name: found.name ? agent.name : wanted.name,
    role: found.ceo && wanted.role === 'ceo' ? agent.role : wanted.role,
    reportsTo: fits ? reportsTo : agent.reportsTo,
  };
}
