/** Rows from before secrets were kept apart, taken one after another by whoever is free. */
import type { AgentConfig } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import type { Configured } from '../domain/secrets.ts';
import { agentColumns, agentsWithMonth } from './agents.ts';

export const lockUnkeptAgent = (db: Db): Promise<AgentRow | undefined> =>
  maybeOne<AgentRow>(db, sql`
    select ${agentColumns} from ${agentsWithMonth}
    where not a.secrets_kept
    order by a.id limit 1 for no key update of a skip locked`);

/** Nobody has changed the agent by this: its version stays. */
export const saveKeptAgent = (
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  { adapterConfig, runtimeConfig, metadata }: Configured,
): Promise<void> =>
  none(db, sql`
    update agents
    set adapter_config = ${JSON.stringify(adapterConfig)}::jsonb,
      runtime_config = ${JSON.stringify(runtimeConfig)}::jsonb,
      metadata = ${JSON.stringify(metadata)}::jsonb, secrets_kept = true
    where company_id = ${companyId} and id = ${agentId}`);

export interface UnkeptRevision {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly config: AgentConfig;
}

export const lockUnkeptRevision = (db: Db): Promise<UnkeptRevision | undefined> =>
  maybeOne<UnkeptRevision>(db, sql`
    select id, company_id, agent_id, config from config_revisions
    where not secrets_kept
    order by agent_id, number limit 1 for no key update skip locked`);

export const saveKeptRevision = (
  db: Db,
  { id, companyId, config }: UnkeptRevision,
): Promise<void> =>
  none(db, sql`
    update config_revisions
    set config = ${JSON.stringify(config)}::jsonb, secrets_kept = true
    where company_id = ${companyId} and id = ${id}`);
