/** Reading agents. Every statement names the tenant; the month is the one of the company's zone. */
import { Refusal, type Agent, type Scope } from '@muster/contracts';
import { inScope, many, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import type { AgentDetailRow, AgentRow } from '../domain/agent.ts';
import type { Standing } from '../domain/managers.ts';

/** Deepest tree that is walked: deeper than any company, a guard against rows gone wrong. */
export const DEPTH_MAX = 1_000;

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const companyId: Statement = { text: 'a.company_id', values: [] };

export const agentColumns = sql`
  a.id, a.company_id, a.name, a.url_key, a.role, a.title, a.icon, a.status, a.pause_reason,
  a.paused_at, a.reports_to, a.capabilities, a.adapter_type, a.adapter_config, a.runtime_config,
  a.can_create_agents, a.budget_monthly_cents, coalesce(m.spent_cents, 0) as spent_monthly_cents,
  a.last_heartbeat_at, a.metadata, a.created_at, a.updated_at, a.version`;

export const agentsWithMonth = sql`
  agents a
  join companies c on c.id = a.company_id
  left join agent_months m
    on m.agent_id = a.id and m.month = to_char(now() at time zone c.time_zone, 'YYYY-MM')`;

/** From the direct manager upward; whoever is terminated is passed over, not the end. */
const chainOfCommand = sql`
  coalesce((
    with recursive chain as (
      select b.id, b.name, b.role, b.title, b.status, b.reports_to, 1 as depth
      from agents b where b.company_id = a.company_id and b.id = a.reports_to
      union all
      select b.id, b.name, b.role, b.title, b.status, b.reports_to, chain.depth + 1
      from chain join agents b on b.company_id = a.company_id and b.id = chain.reports_to
      where chain.depth < ${DEPTH_MAX}
    )
    select jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'role', role, 'title', title) order by depth
    )
    from chain where status <> 'terminated'
  ), '[]')`;

/** How an agent is named in a path: by id, or by url key inside one company. */
export interface AgentName {
  readonly ref: string;
  readonly companyId?: string | undefined;
}

/** The agent by that name; of several that had a url key one after another, the living one. */
const isNamed = (scope: Scope, { ref, companyId: inCompany }: AgentName): Statement | undefined => {
  const [only, ...others] = scope === 'all' ? [] : scope;
  const company = inCompany ?? (others.length === 0 ? only : undefined);
  if (guid.test(ref)) {
    return sql`a.id = ${ref} and ${inScope(scope, companyId)}
      and (${inCompany ?? null}::uuid is null or a.company_id = ${inCompany ?? null}::uuid)`;
  }
  if (!company) return undefined;
  return sql`a.company_id = ${company} and ${inScope(scope, companyId)}
    and a.url_key = ${ref.toLowerCase()}`;
};

const livingFirst = sql`order by a.status = 'terminated', a.id desc limit 1`;

export async function getAgentDetail(
  db: Db,
  scope: Scope,
  name: AgentName,
): Promise<AgentDetailRow> {
  const named = isNamed(scope, name);
  const agent = named && await maybeOne<AgentDetailRow>(db, sql`
    select ${agentColumns}, a.reserved_cents,
      (date_trunc('month', now() at time zone c.time_zone) + interval '1 month')
        at time zone c.time_zone as resets_at,
      ${chainOfCommand} as chain_of_command
    from ${agentsWithMonth} where ${named} ${livingFirst}`);
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

export async function getAgent(db: Db, scope: Scope, name: AgentName): Promise<AgentRow> {
  const named = isNamed(scope, name);
  const agent = named && await maybeOne<AgentRow>(db, sql`
    select ${agentColumns} from ${agentsWithMonth} where ${named} ${livingFirst}`);
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

export async function findCompanyOfAgent(
  db: Db,
  scope: Scope,
  ref: string,
): Promise<string | undefined> {
  const named = isNamed(scope, { ref });
  const agent = named && await maybeOne<{ companyId: string }>(db, sql`
    select a.company_id from agents a where ${named} ${livingFirst}`);
  return agent?.companyId;
}

/** In the order of their creation, after a given one. */
export const listAgents = (
  db: Db,
  inCompany: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AgentRow[]> =>
  many<AgentRow>(db, sql`
    select ${agentColumns} from ${agentsWithMonth}
    where a.company_id = ${inCompany}
      and (${after ?? null}::uuid is null or a.id > ${after ?? null}::uuid)
    order by a.id
    limit ${limit}`);

/** What the managers rule asks about an agent of the company. */
export const findStanding = (
  db: Db,
  inCompany: string,
  agentId: string,
): Promise<Standing | undefined> =>
  maybeOne<Standing>(db, sql`
    select a.role, a.status, a.can_create_agents, exists (
      select from agents b
      where b.company_id = a.company_id and b.reports_to = a.id and b.status <> 'terminated'
    ) as has_living_report
    from agents a where a.company_id = ${inCompany} and a.id = ${agentId}`);

export type RunConfigRow = Pick<
  Agent, 'companyId' | 'name' | 'adapterType' | 'adapterConfig' | 'runtimeConfig'
>;

export async function getRunConfig(db: Db, agentId: string): Promise<RunConfigRow> {
  const config = await maybeOne<RunConfigRow>(db, sql`
    select a.company_id, a.name, a.adapter_type, a.adapter_config, a.runtime_config
    from agents a where a.id = ${agentId}`);
  if (!config) throw new Refusal('agent_not_found');
  return config;
}
