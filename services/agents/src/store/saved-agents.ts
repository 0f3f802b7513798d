/** Saving a changed agent. The caller holds the lock of its row, so the version is current. */
import { one, sql, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import type { AgentSettings } from '../domain/config.ts';
import { nameKey, urlKeyCandidates } from '../domain/names.ts';
import { getAgent } from './agents.ts';
import { asRefusal } from './new-agents.ts';

export async function saveAgent(
  db: Db,
  agent: AgentRow,
  { config, metadata }: AgentSettings,
): Promise<AgentRow> {
  const { id, companyId } = agent;
  // Only the board sets another folder: its word is there.
  const isSameFolder = agent.adapterConfig['cwd'] === config.adapterConfig['cwd'];
  const urlKey =
    config.name === agent.name ? agent.urlKey : await freeUrlKey(db, companyId, config.name, id);
  await asRefusal(
    one(
      db,
      sql`
    update agents set
      name = ${config.name}, name_key = ${nameKey(config.name)}, url_key = ${urlKey},
      role = ${config.role}, title = ${config.title}, icon = ${config.icon},
      reports_to = ${config.reportsTo}, capabilities = ${config.capabilities},
      adapter_type = ${config.adapterType},
      adapter_config = ${JSON.stringify(config.adapterConfig)}::jsonb,
      runtime_config = ${JSON.stringify(config.runtimeConfig)}::jsonb,
      can_create_agents = ${config.permissions.canCreateAgents},
      budget_monthly_cents = ${config.budgetMonthlyCents},
      metadata = ${JSON.stringify(metadata)}::jsonb, updated_at = now(),
      folder_approval_id = case when ${isSameFolder} then folder_approval_id end,
      version = version + 1
    where company_id = ${companyId} and id = ${id} and version = ${agent.version}
    returning id`,
    ),
  );
  return getAgent(db, [companyId], { ref: id });
}

/** A renaming holds the company's exclusive lock, so a free url key stays free. */
async function freeUrlKey(db: Db, companyId: string, name: string, id: string): Promise<string> {
  const { urlKey } = await one<{ urlKey: string }>(
    db,
    sql`
    select c.url_key from unnest(${urlKeyCandidates(name, id)}::text[])
      with ordinality as c (url_key, n)
    where not exists (
      select from agents a
      where a.company_id = ${companyId} and a.url_key = c.url_key and a.id <> ${id}
        and a.status <> 'terminated'
    )
    order by c.n limit 1`,
  );
  return urlKey;
}
