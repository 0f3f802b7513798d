/** The gateway's copy of agents: company, name, role and status. */
import {
  Refusal,
  UUID,
  type AgentRole,
  type AgentSnapshot,
  type AgentStatus,
  type CompanyStatus,
  type Scope,
} from '@muster/contracts';
import { inScope, many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';

export const saveAgent = (
  db: Db,
  companyId: string,
  { agentId, name, urlKey, role, status, version }: AgentSnapshot,
): Promise<void> =>
  none(
    db,
    sql`
    insert into agents as a (agent_id, company_id, name, url_key, role, status, version)
    values (${agentId}, ${companyId}, ${name}, ${urlKey}, ${role}, ${status}, ${version})
    on conflict (agent_id) do update
    set name = excluded.name, url_key = excluded.url_key, role = excluded.role,
      status = excluded.status, version = excluded.version
    where excluded.version > a.version`,
  );

export interface AgentProfile {
  /** null if no event of the agent was applied since the column was added. */
  readonly role: AgentRole | null;
  readonly status: AgentStatus;
}

export const findAgentProfile = (
  db: Db,
  { companyId, agentId }: { companyId: string; agentId: string },
): Promise<AgentProfile | undefined> =>
  maybeOne<AgentProfile>(
    db,
    sql`
    select role, status from agents where company_id = ${companyId} and agent_id = ${agentId}`,
  );

export interface AgentRow {
  readonly agentId: string;
  readonly companyId: string;
  readonly name: string;
  readonly status: AgentStatus;
  readonly companyStatus: CompanyStatus | null;
}

/**
 * Finds an agent by id or URL key. Keys are unique among the agents of a company that are not
 * terminated, so those come first; a key that matches agents of several companies finds none.
 */
export async function findAgent(
  db: Db,
  scope: Scope,
  { agentId, companyId }: { agentId: string; companyId?: string | undefined },
): Promise<AgentRow | undefined> {
  const byRef = UUID.test(agentId)
    ? sql`a.agent_id = ${agentId}::uuid`
    : sql`a.url_key = ${agentId.toLowerCase()}`;
  const rows = await many<AgentRow>(
    db,
    sql`
    select a.agent_id, a.company_id, a.name, a.status, c.status as company_status
    from agents a left join companies c on c.company_id = a.company_id
    where ${byRef} and ${inScope(scope, { text: 'a.company_id', values: [] })}
      and (${companyId ?? null}::uuid is null or a.company_id = ${companyId ?? null}::uuid)
    order by (a.status = 'terminated'), a.version desc, a.agent_id limit 20`,
  );
  const [first] = rows;
  if (!first || rows.some((row) => row.companyId !== first.companyId)) return undefined;
  return first;
}

export async function getAgent(
  db: Db,
  scope: Scope,
  ref: { agentId: string; companyId?: string | undefined },
): Promise<AgentRow> {
  const agent = await findAgent(db, scope, ref);
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

/** Whether an agent that is not terminated has the name; ignores case and Unicode composition. */
export async function isNameTaken(db: Db, companyId: string, name: string): Promise<boolean> {
  const { taken } = await one<{ taken: boolean }>(
    db,
    sql`
    select exists (
      select from agents
      where company_id = ${companyId} and status <> 'terminated'
        and lower(normalize(name, NFKC)) = lower(normalize(${name}::text, NFKC))
    ) as taken`,
  );
  return taken;
}

export interface NamedAgent {
  readonly agentId: string;
  readonly companyId: string;
  readonly name: string;
  readonly urlKey: string;
}

/** Most agents of a company with which a name is compared. */
const NAMED_MAX = 500;

export const listNamedAgents = (db: Db, scope: Scope, companyId: string): Promise<NamedAgent[]> =>
  many<NamedAgent>(
    db,
    sql`
    select agent_id, company_id, name, url_key from agents
    where company_id = ${companyId} and ${inScope(scope)} and status <> 'terminated'
    order by url_key, agent_id limit ${NAMED_MAX}`,
  );

/** Most companies that are looked through for a short name, and most agents that are found. */
const COMPANIES_MAX = 50;
const WITH_KEY_MAX = 10;

export const listAgentsWithKey = (db: Db, scope: Scope, urlKey: string): Promise<NamedAgent[]> =>
  many<NamedAgent>(
    db,
    sql`
    select a.agent_id, a.company_id, a.name, a.url_key
    from (
      select company_id from companies where ${inScope(scope)}
      order by company_id limit ${COMPANIES_MAX}
    ) c
    join agents a on a.company_id = c.company_id
    where a.url_key = ${urlKey} and a.status <> 'terminated'
    order by a.agent_id limit ${WITH_KEY_MAX}`,
  );
