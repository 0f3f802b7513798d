/** Copies of agents, each with its chain of managers. */
import type { AgentRole, AgentStatus, Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import { mentionHeads, type Mentionable } from '../domain/mentions.ts';
import type { FactsOfNewIssue } from '../domain/policy-facts.ts';
import { isIssue } from './issue-rows.ts';

/** Most agents that are compared with one comment. */
const MENTIONABLE_MAX = 5_000;

export interface RosterEntry {
  readonly agentId: string;
  readonly companyId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly nameHead: string;
  readonly role: AgentRole;
  readonly status: AgentStatus;
  readonly reportsTo: string | null;
  readonly wakeOnDemand: boolean;
  readonly version: number;
}

/** Saves the copy unless a newer one is there; returns whether it was saved. */
export async function saveRosterEntry(db: Db, entry: RosterEntry): Promise<boolean> {
  const saved = await maybeOne(
    db,
    sql`
    insert into roster as r (
      agent_id, company_id, name, name_key, name_head, role, status, reports_to, chain,
      wake_on_demand, version
    )
    values (
      ${entry.agentId}, ${entry.companyId}, ${entry.name}, ${entry.nameKey}, ${entry.nameHead},
      ${entry.role}, ${entry.status}, ${entry.reportsTo}, ${chainAbove(entry)},
      ${entry.wakeOnDemand}, ${entry.version}
    )
    on conflict (agent_id) do update
    set name = excluded.name, name_key = excluded.name_key, name_head = excluded.name_head,
      role = excluded.role, status = excluded.status, reports_to = excluded.reports_to,
      chain = excluded.chain, wake_on_demand = excluded.wake_on_demand, version = excluded.version
    where excluded.version > r.version
    returning agent_id`,
  );
  if (!saved) return false;
  await updateChainsBelow(db, entry);
  return true;
}

const chainAbove = ({ reportsTo, companyId }: RosterEntry) => sql`
  case when ${reportsTo}::uuid is null then '{}'::uuid[] else ${reportsTo}::uuid || coalesce(
    (select m.chain from roster m where m.agent_id = ${reportsTo} and m.company_id = ${companyId}),
    '{}'
  ) end`;

/** Replaces the upper part of the chains of all agents below one whose managers have changed. */
const updateChainsBelow = (db: Db, { agentId, companyId }: RosterEntry): Promise<void> =>
  none(
    db,
    sql`
    update roster_in_scope r
    set chain = r.chain[:array_position(r.chain, moved.agent_id)] || moved.chain
    from roster moved
    where moved.agent_id = ${agentId} and r.company_id = ${companyId} and r.chain <> '{}'
      and r.chain @> array[moved.agent_id]
      and r.chain <> r.chain[:array_position(r.chain, moved.agent_id)] || moved.chain`,
  );

/** Nothing if there is no copy of the agent yet. */
export const findRoleOf = async (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<AgentRole | undefined> => {
  const found = await maybeOne<{ role: AgentRole }>(
    db,
    sql`
    select role from roster where agent_id = ${agentId} and company_id = ${companyId}`,
  );
  return found?.role;
};

/** Assignable agents of the issue's company whose names begin with one of these words. */
export const listMentionable = (
  db: Db,
  scope: Scope,
  ref: string,
  heads: readonly string[],
): Promise<Mentionable[]> =>
  many(
    db,
    sql`
    select r.agent_id, r.name, r.name_key, r.status, r.wake_on_demand, c.status as company_status
    from roster r join companies c on c.company_id = r.company_id
    where r.company_id = (select i.company_id from issues i where ${isIssue(ref, scope)} limit 1)
      and r.name_head = any(${heads}::text[])
      and r.status not in ('pending_approval', 'terminated')
    order by r.name_key, r.agent_id limit ${MENTIONABLE_MAX}`,
  );

/** The same for the names that a text mentions; a text without an @ reads nothing. */
export async function listMentionedIn(
  db: Db,
  scope: Scope,
  ref: string,
  text: string,
): Promise<Mentionable[]> {
  const heads = mentionHeads(text);
  return heads.length === 0 ? [] : listMentionable(db, scope, ref, heads);
}

/** Most agents that are compared with words that name none. */
const NAMES_MAX = 500;

/** Assignable agents whose names begin with the first letter of one of these words. */
export const listNames = (
  db: Db,
  companyId: string,
  words: readonly string[],
): Promise<Pick<RosterEntry, 'agentId' | 'name' | 'nameKey' | 'nameHead'>[]> =>
  many(
    db,
    sql`
    select agent_id, name, name_key, name_head
    from roster
    where company_id = ${companyId}
      and left(name_head, 1) = any(${words.map(([letter]) => letter)}::text[])
      and status not in ('pending_approval', 'terminated')
    order by name_key, agent_id limit ${NAMES_MAX}`,
  );

/**
 * Locks an agent until the commit, so that it is not assigned work and terminated at the same time.
 */
export const lockAgent = (db: Db, scope: Scope, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    select agent_id from roster where agent_id = ${agentId} and ${inScope(scope)} for share`,
  );

/**
 * Locks the agent of the issue until the commit, so that an issue is not reopened for an agent that is
 * terminated at the same time.
 */
export const lockAssignee = (db: Db, scope: Scope, ref: string): Promise<void> =>
  none(
    db,
    sql`
    select agent_id from roster
    where agent_id = (select i.assignee_agent_id from issues i where ${isIssue(ref, scope)} limit 1)
    for share`,
  );

/** The facts for a new issue: its company, its author and its assignee. */
export const findFactsForNewIssue = async (
  db: Db,
  companyId: string,
  callerAgentId: string | null,
  assigneeAgentId: string | null,
): Promise<FactsOfNewIssue | undefined> => {
  const row = await maybeOne<
    Pick<
      FactsOfNewIssue,
      'companyStatus' | 'reviewRequired' | 'strategyApproved' | 'callerIsCeo' | 'agentIsCeo'
    > & { agentStatus: AgentStatus | null }
  >(
    db,
    sql`
    select c.status as company_status, c.review_required,
      s.company_id is not null as strategy_approved,
      coalesce(me.role = 'ceo', false) as caller_is_ceo, subject.status as agent_status,
      coalesce(subject.role = 'ceo', false) as agent_is_ceo
    from companies c
    left join approved_strategies s on s.company_id = c.company_id
    left join roster me on me.agent_id = ${callerAgentId}::uuid and me.company_id = c.company_id
    left join roster subject
      on subject.agent_id = ${assigneeAgentId}::uuid and subject.company_id = c.company_id
    where c.company_id = ${companyId}`,
  );
  return (
    row && {
      ...row,
      callerAgentId,
      // A paused agent creates none.
      callerIsPaused: false,
      callerManagesAssignee: false,
      assignerIsInTeam: true,
      assignerManagesCaller: false,
      bindingIsOfTeam: false,
      agentStatus: row.agentStatus ?? undefined,
    }
  );
};

/** Since when these agents are held because they fail; null: they are not. */
export const saveHeldSince = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
  heldSince: string | null,
): Promise<void> =>
  none(
    db,
    sql`
    update roster set held_since = ${heldSince}::timestamptz
    where company_id = ${companyId} and agent_id = any(array(
      select agent_id from roster
      where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[])
      order by agent_id limit ${agentIds.length} for no key update
    ))`,
  );
