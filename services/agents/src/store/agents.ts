/** Reading agents. Every statement names the tenant; months are in the company's time zone. */
import { CliAgentType, Refusal, UUID, type Agent, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  maybeOne,
  sql,
  type Db,
  type FirstRows,
  type LongColumns,
  type Statement,
} from '@muster/service-kit';
import type { AgentDetailRow, AgentRow } from '../domain/agent.ts';
import type { ManagerFacts } from '../domain/managers.ts';
import { currentSkills, digestOfSkills } from './skills.ts';
import { monthNow, nextMonthAt } from './zones.ts';

/** Levels of the reporting tree: from an agent without a manager down to its lowest report. */
export const DEPTH_MAX = 100;

const companyId: Statement = { text: 'a.company_id', values: [] };

/** A timestamp inside JSON, as the columns are read. */
const iso = (column: Statement): Statement =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Null where its last run has not failed. */
export const failing = sql`
  case when a.failures > 0 then jsonb_build_object(
    'failures', a.failures, 'since', ${iso(sql`a.failing_since`)}, 'errorCode', a.failing_code,
    'retryAt', case when a.failing_until < 'infinity' then ${iso(sql`a.failing_until`)} end
  ) end as failing`;

export const agentColumns = sql`
  a.id, a.company_id, a.name, a.url_key, a.role, a.title, a.icon, a.status, a.pause_reason,
  a.paused_at, a.reports_to, a.capabilities, a.adapter_type, a.adapter_config, a.runtime_config,
  a.can_create_agents, a.budget_monthly_cents, coalesce(m.spent_cents, 0) as spent_monthly_cents,
  a.last_heartbeat_at, case when a.quota_held_until > now() then a.quota_held_until end
    as quota_held_until, ${failing}, a.metadata, a.created_at, a.updated_at, a.version`;

export const agentsWithMonth = sql`
  agents a
  join companies c on c.id = a.company_id
  left join agent_months m
    on m.agent_id = a.id and m.month = ${monthNow}`;

/**
 * From the direct manager upward, without terminated managers. Each step looks one agent up: the limit
 * keeps the planner from reading all agents of the company for it.
 */
const chainOfCommand = sql`
  case when a.reports_to is null then '[]' else coalesce((
    with recursive chain as (
      select b.id, b.name, b.role, b.title, b.status, b.reports_to, 1 as depth
      from agents b where b.company_id = a.company_id and b.id = a.reports_to
      union all
      select b.id, b.name, b.role, b.title, b.status, b.reports_to, chain.depth + 1
      from chain cross join lateral (
        select m.id, m.name, m.role, m.title, m.status, m.reports_to
        from agents m where m.company_id = a.company_id and m.id = chain.reports_to limit 1
      ) b
      where chain.depth < ${DEPTH_MAX}
    )
    select jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'role', role, 'title', title) order by depth
    )
    from chain where status <> 'terminated'
  ), '[]') end`;

/** How a request names an agent: by id, or by url key inside one company. */
export interface AgentName {
  readonly ref: string;
  readonly companyId?: string | undefined;
}

/** Of several agents that had a url key, the one that is not terminated, else the newest. */
const livingFirst = sql`order by a.status = 'terminated', a.id desc limit 1`;

/** The end of a statement for the agent of that name: its condition, and which of several it is. */
const agentNamed = (
  scope: Scope,
  { ref, companyId: inCompany }: AgentName,
): Statement | undefined => {
  const [only, ...others] = scope === 'all' ? [] : scope;
  const company = inCompany ?? (others.length === 0 ? only : undefined);
  if (UUID.test(ref)) {
    const within = inCompany === undefined ? sql`` : sql`and a.company_id = ${inCompany}`;
    return sql`where a.id = ${ref} and ${inScope(scope, companyId)} ${within}`;
  }
  if (!company) return undefined;
  return sql`where a.company_id = ${company} and ${inScope(scope, companyId)}
    and a.url_key = ${ref.toLowerCase()} ${livingFirst}`;
};

export async function getAgentDetail(
  db: Db,
  scope: Scope,
  name: AgentName,
): Promise<AgentDetailRow> {
  const named = agentNamed(scope, name);
  const agent =
    named &&
    (await maybeOne<AgentDetailRow>(
      db,
      sql`
    select ${agentColumns}, a.reserved_cents,
      ${nextMonthAt} as resets_at,
      ${chainOfCommand} as chain_of_command
    from ${agentsWithMonth} ${named}`,
    ));
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

export async function getAgent(db: Db, scope: Scope, name: AgentName): Promise<AgentRow> {
  const named = agentNamed(scope, name);
  const agent =
    named &&
    (await maybeOne<AgentRow>(
      db,
      sql`
    select ${agentColumns} from ${agentsWithMonth} ${named}`,
    ));
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

export async function findCompanyOfAgent(
  db: Db,
  scope: Scope,
  ref: string,
): Promise<string | undefined> {
  const named = agentNamed(scope, { ref });
  const agent =
    named &&
    (await maybeOne<{ companyId: string }>(
      db,
      sql`
    select a.company_id from agents a ${named}`,
    ));
  return agent?.companyId;
}

/** In order of creation, after the given id. */
const agentsStatement = (
  inCompany: string,
  { after, limit }: { after: string | null; limit: number },
): Statement => sql`
  select ${agentColumns} from ${agentsWithMonth}
  where a.company_id = ${inCompany} and (${after}::uuid is null or a.id > ${after}::uuid)
  order by a.id
  limit ${limit}`;

const LONG_COLUMNS: LongColumns = {
  texts: ['capabilities'],
  json: ['adapter_config', 'runtime_config', 'metadata'],
};

export const listAgentRows = (
  db: Db,
  inCompany: string,
  { after = null, size }: { after: string | null | undefined; size: number },
): Promise<FirstRows<AgentRow>> =>
  firstRows(db, agentsStatement(inCompany, { after, limit: size + 1 }), size, LONG_COLUMNS);

/** What `isManager` needs to know about an agent of the company. */
export const findManagerFacts = (
  db: Db,
  inCompany: string,
  agentId: string,
): Promise<ManagerFacts | undefined> =>
  maybeOne<ManagerFacts>(
    db,
    sql`
    select a.role, a.status, a.can_create_agents, exists (
      select from agents b
      where b.company_id = a.company_id and b.reports_to = a.id and b.status <> 'terminated'
    ) as has_living_report
    from agents a where a.company_id = ${inCompany} and a.id = ${agentId}`,
  );

export type RunConfigRow = Pick<
  Agent,
  'companyId' | 'name' | 'adapterType' | 'adapterConfig' | 'runtimeConfig'
> & {
  /** Null where there are none, or where the adapter delivers none. */
  readonly instructions: { readonly version: number; readonly body: string } | null;
  /** The same. */
  readonly skillsSha256: string | null;
  /** The approval that asks the board for its folder; null where it may work there. */
  readonly folderApprovalId: string | null;
};

export async function getRunConfigRow(db: Db, agentId: string): Promise<RunConfigRow> {
  const config = await maybeOne<RunConfigRow>(
    db,
    sql`
    select a.company_id, a.name, a.adapter_type, a.adapter_config, a.runtime_config,
      a.folder_approval_id, (
        select case when i.body is not null
          then jsonb_build_object('version', i.version, 'body', i.body) end
        from instructions i
        where i.company_id = a.company_id and i.agent_id = a.id
          and a.adapter_type = any(${CliAgentType.options}::text[])
        order by i.version desc limit 1
      ) as instructions, (
        select ${digestOfSkills} from agent_skills u join ${currentSkills}
          on s.company_id = u.company_id and s.id = u.skill_id
        where u.company_id = a.company_id and u.agent_id = a.id
          and a.adapter_type = any(${CliAgentType.options}::text[])
      ) as skills_sha256
    from agents a where a.id = ${agentId}`,
  );
  if (!config) throw new Refusal('agent_not_found');
  return config;
}
