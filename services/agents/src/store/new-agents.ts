/** Inserting agents. Unique indexes decide concurrent inserts of one name or of a second CEO. */
import { Refusal, type Actor, type AgentStatus } from '@muster/contracts';
import { maybeOne, sql, violatedConstraint, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { configOf } from '../domain/config.ts';
import type { NewAgent } from '../domain/hire.ts';
import { nameKey, urlKeyCandidates } from '../domain/names.ts';
import { startsPaused } from './agent-status.ts';
import { getAgent } from './agents.ts';
import { insertRevision } from './config-revisions.ts';
import { requirePlaceBelow } from './tree.ts';

export interface Placement {
  readonly id: string;
  readonly companyId: string;
  readonly status: AgentStatus;
  readonly approvalId: string | null;
  readonly actor: Actor;
}

export async function insertAgent(
  db: Db,
  placement: Placement,
  agent: NewAgent,
): Promise<AgentRow> {
  const { id, companyId } = placement;
  if (agent.reportsTo !== null) await requirePlaceBelow(db, companyId, agent.reportsTo);
  for (const urlKey of urlKeyCandidates(agent.name, id)) {
    const inserted = await asRefusal(insertUnder(db, urlKey, placement, agent));
    if (inserted) return withFirstRevision(db, placement);
  }
  throw new Error(`no url key is free for agent ${id}`);
}

async function withFirstRevision(db: Db, { id, companyId, actor }: Placement): Promise<AgentRow> {
  const agent = await getAgent(db, [companyId], { ref: id });
  const config = configOf(agent);
  await insertRevision(db, {
    agentId: id,
    companyId,
    source: 'created',
    changedKeys: [],
    config,
    actor,
  });
  return agent;
}

/**
 * Inserts nothing if the url key is taken, which two names may share. The caller holds the lock of
 * the company, so whether its budget is spent cannot change: if it is, the agent starts paused.
 */
const insertUnder = (
  db: Db,
  urlKey: string,
  { id, companyId, status, approvalId, actor }: Placement,
  agent: NewAgent,
): Promise<{ id: string } | undefined> =>
  maybeOne<{ id: string }>(
    db,
    sql`
    insert into agents (
      id, company_id, name, name_key, url_key, role, title, icon, status, pause_reason, paused_at,
      reports_to, capabilities, adapter_type, adapter_config, runtime_config, can_create_agents,
      budget_monthly_cents, metadata, approval_id, hired_by_agent
    )
    select
      ${id}::uuid, ${companyId}::uuid, ${agent.name}, ${nameKey(agent.name)}, ${urlKey},
      ${agent.role}, ${agent.title}, ${agent.icon},
      case when p.starts_paused then 'paused' else ${status} end,
      case when p.starts_paused then 'budget' end, case when p.starts_paused then now() end,
      ${agent.reportsTo}::uuid, ${agent.capabilities}, ${agent.adapterType},
      ${JSON.stringify(agent.adapterConfig)}::jsonb, ${JSON.stringify(agent.runtimeConfig)}::jsonb,
      ${agent.permissions.canCreateAgents}::boolean, ${agent.budgetMonthlyCents}::bigint,
      ${JSON.stringify(agent.metadata)}::jsonb, ${approvalId}::uuid, ${actor.type === 'agent'}
    from (select ${status} = 'idle' and ${startsPaused(companyId)} as starts_paused) p
    on conflict (company_id, url_key) where status <> 'terminated' do nothing
    returning id`,
  );

/** Turns a violated unique index into the refusal for it. */
export async function asRefusal<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    switch (violatedConstraint(error)) {
      case 'agents_living_name_unique':
        throw new Refusal('name_taken', { field: 'name' });
      case 'agents_one_living_ceo':
        throw new Refusal('ceo_exists', { field: 'role' });
      default:
        throw error;
    }
  }
}
