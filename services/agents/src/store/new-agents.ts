/**
 * Adding agents; the indexes decide about names and the one ceo, whoever else adds one meanwhile.
 */
import { Refusal, type Actor, type AgentStatus } from '@muster/contracts';
import { maybeOne, sql, violatedConstraint, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { configOf } from '../domain/config.ts';
import type { NewAgent } from '../domain/hire.ts';
import { nameKey, urlKeyCandidates } from '../domain/names.ts';
import { beginsPaused } from './agent-status.ts';
import { getAgent } from './agents.ts';
import { insertRevision } from './config-revisions.ts';
import { checkLivingManager } from './tree.ts';

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
  if (agent.reportsTo !== null) await checkLivingManager(db, companyId, agent.reportsTo);
  for (const urlKey of urlKeyCandidates(agent.name, id)) {
    const inserted = await asRefusal(insertUnder(db, urlKey, placement, agent));
    if (inserted) return withFirstRevision(db, placement);
  }
  throw new Error(`no url key is free for agent ${id}`);
}

async function withFirstRevision(
  db: Db,
  { id, companyId, actor }: Placement,
): Promise<AgentRow> {
  const agent = await getAgent(db, [companyId], { ref: id });
  const config = configOf(agent);
  await insertRevision(db, {
    agentId: id, companyId, source: 'created', changedKeys: [], config, actor,
  });
  return agent;
}

/**
 * Nothing where the url key is taken; two names may have the same key. The caller holds the
 * company, so its budget stays spent or not: whoever begins in a spent one is paused at once.
 */
const insertUnder = (
  db: Db,
  urlKey: string,
  { id, companyId, status, approvalId }: Placement,
  agent: NewAgent,
): Promise<{ id: string } | undefined> =>
  maybeOne<{ id: string }>(db, sql`
    insert into agents (
      id, company_id, name, name_key, url_key, role, title, icon, status, pause_reason, paused_at,
      reports_to, capabilities, adapter_type, adapter_config, runtime_config, can_create_agents,
      budget_monthly_cents, metadata, approval_id
    )
    select
      ${id}::uuid, ${companyId}::uuid, ${agent.name}, ${nameKey(agent.name)}, ${urlKey},
      ${agent.role}, ${agent.title}, ${agent.icon},
      case when p.begins then 'paused' else ${status} end,
      case when p.begins then 'budget' end, case when p.begins then now() end,
      ${agent.reportsTo}::uuid, ${agent.capabilities}, ${agent.adapterType},
      ${JSON.stringify(agent.adapterConfig)}::jsonb, ${JSON.stringify(agent.runtimeConfig)}::jsonb,
      ${agent.permissions.canCreateAgents}::boolean, ${agent.budgetMonthlyCents}::bigint,
      ${JSON.stringify(agent.metadata)}::jsonb, ${approvalId}::uuid
    from (select ${status} = 'idle' and ${beginsPaused(companyId)} as begins) p
    on conflict (company_id, url_key) where status <> 'terminated' do nothing
    returning id`);

/** Turns what an index forbids into the fact that a caller understands. */
export async function asRefusal<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    switch (violatedConstraint(error)) {
      case 'agents_living_name_unique': throw new Refusal('name_taken', { field: 'name' });
      case 'agents_one_living_ceo': throw new Refusal('ceo_exists', { field: 'role' });
      default: throw error;
    }
  }
}
