/** Copies of agents: which ones can run, and who manages whom. */
import {
  UUID,
  type AdapterType,
  type AgentSnapshot,
  type AgentStatus,
  type CompanyStatus,
  type Scope,
} from '@muster/contracts';
import { inScope, many, maybeOne, sql, type Db } from '@muster/service-kit';
import { LISTENING_SECONDS } from '../domain/slice.ts';

/** Longest chain of managers that is followed: a deeper tree is a mistake. */
const CHAIN_MAX = 100;

/** The statuses in which an agent gets runs. */
export const runnable = sql`('idle', 'running', 'error')`;

/** Whether the agent `r` can learn of an offer: one that fetches its runs only while it asks. */
export const isListening = sql`(
  r.adapter_type is distinct from 'remote'
  or coalesce(r.asked_at > now() - make_interval(secs => ${LISTENING_SECONDS}), false)
)`;

export interface RosterAgent {
  readonly agentId: string;
  readonly companyId: string;
  readonly name: string;
  readonly status: AgentStatus;
  readonly adapterType: AdapterType;
  readonly wakeOnDemand: boolean;
}

const columns = sql`agent_id, company_id, name, status, adapter_type, wake_on_demand`;

export interface FoundAgent extends RosterAgent {
  readonly companyStatus: CompanyStatus;
}

/** A company without a copy was created just now. */
const withCompany = sql`
  ${columns}, coalesce(
    (select c.status from companies c where c.company_id = roster.company_id), 'active'
  ) as company_status`;

/** False where a newer snapshot is already saved. */
export async function saveAgent(db: Db, companyId: string, agent: AgentSnapshot): Promise<boolean> {
  const {
    enabled,
    intervalSec,
    wakeOnDemand,
    cron = null,
    timeZone = 'UTC',
    catchUp = 'one',
    skipWhenIdle = false,
  } = agent.runtimeConfig.heartbeat;
  const saved = await maybeOne(
    db,
    sql`
    insert into roster as r (
      agent_id, company_id, name, url_key, status, reports_to, adapter_type, heartbeat_enabled,
      interval_sec, wake_on_demand, cron, time_zone, catch_up, skip_when_idle, version
    )
    values (
      ${agent.agentId}, ${companyId}, ${agent.name}, ${agent.urlKey}, ${agent.status},
      ${agent.reportsTo}, ${agent.adapterType}, ${enabled}, ${intervalSec}, ${wakeOnDemand},
      ${cron}, ${timeZone}, ${catchUp}, ${skipWhenIdle}, ${agent.version}
    )
    on conflict (agent_id) do update set
      name = excluded.name, url_key = excluded.url_key, status = excluded.status,
      reports_to = excluded.reports_to, adapter_type = excluded.adapter_type,
      heartbeat_enabled = excluded.heartbeat_enabled, interval_sec = excluded.interval_sec,
      wake_on_demand = excluded.wake_on_demand, cron = excluded.cron,
      time_zone = excluded.time_zone, catch_up = excluded.catch_up,
      skip_when_idle = excluded.skip_when_idle, version = excluded.version
    where excluded.version > r.version
    returning agent_id`,
  );
  return saved !== undefined;
}

/**
 * The next agents of a company after one of them, in the order of their ids. Locked against changes,
 * so that what a step derives from them does not overwrite what a newer event has changed.
 */
export async function lockNextAgents(
  db: Db,
  {
    companyId,
    after,
    limit,
  }: { readonly companyId: string; readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const locked = await many<{ agentId: string }>(
    db,
    sql`
    select agent_id from roster
    where company_id = ${companyId} and (${after}::uuid is null or agent_id > ${after}::uuid)
    order by agent_id limit ${limit} for share`,
  );
  return locked.map(({ agentId }) => agentId);
}

export const listAgents = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<RosterAgent[]> =>
  many<RosterAgent>(
    db,
    sql`
    select ${columns} from roster
    where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[])
    order by agent_id limit ${agentIds.length}`,
  );

/** By id, or by URL key within one company; of several with that key the one not terminated. */
export const findAgent = (
  db: Db,
  scope: Scope,
  ref: string,
  companyId: string | undefined,
): Promise<FoundAgent | undefined> => {
  const searched = companyId ? ([companyId] as const) : scope;
  if (UUID.test(ref)) {
    return maybeOne<FoundAgent>(
      db,
      sql`
      select ${withCompany} from roster
      where agent_id = ${ref} and ${inScope(scope)} and ${inScope(searched)}`,
    );
  }
  if (searched === 'all' || searched.length !== 1) return Promise.resolve(undefined);
  return maybeOne<FoundAgent>(
    db,
    sql`
    select ${withCompany} from roster
    where url_key = ${ref.toLowerCase()} and ${inScope(scope)} and ${inScope(searched)}
    order by status = 'terminated', agent_id desc limit 1`,
  );
};

/** Whether `managerId` is a direct or indirect manager of the agent. */
export const isManagedBy = async (
  db: Db,
  { companyId, agentId }: RosterAgent,
  managerId: string,
): Promise<boolean> => {
  const found = await maybeOne(
    db,
    sql`
    with recursive chain (agent_id, reports_to, depth) as (
      select agent_id, reports_to, 1 from roster
      where agent_id = ${agentId} and company_id = ${companyId}
      union all
      select r.agent_id, r.reports_to, chain.depth + 1
      from chain join roster r on r.agent_id = chain.reports_to and r.company_id = ${companyId}
      where chain.depth < ${CHAIN_MAX}
    )
    select agent_id from chain where reports_to = ${managerId} limit 1`,
  );
  return found !== undefined;
};

export const locateAgent = async (db: Db, scope: Scope, ref: string): Promise<string | undefined> =>
  (await findAgent(db, scope, ref, undefined))?.companyId;
