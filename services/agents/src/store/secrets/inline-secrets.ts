/** Rows of older releases with inline secrets, locked one at a time by any free process. */
import type { AgentConfig } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { AgentRow } from '../../domain/agent.ts';
import type { OpenObjects } from '../../domain/secrets.ts';
import type { AgentKey } from '../agent-status.ts';
import { agentColumns, agentsWithMonth } from '../agents.ts';

export const lockAgentWithInlineSecrets = (db: Db): Promise<AgentRow | undefined> =>
  maybeOne<AgentRow>(
    db,
    sql`
    select ${agentColumns} from ${agentsWithMonth}
    where not a.secrets_kept
    order by a.id limit 1 for no key update of a skip locked`,
  );

/** Not a change of the agent: its version stays. */
export const saveAgentWithReferences = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { adapterConfig, runtimeConfig, metadata }: OpenObjects,
): Promise<void> =>
  none(
    db,
    sql`
    update agents
    set adapter_config = ${JSON.stringify(adapterConfig)}::jsonb,
      runtime_config = ${JSON.stringify(runtimeConfig)}::jsonb,
      metadata = ${JSON.stringify(metadata)}::jsonb, secrets_kept = true
    where company_id = ${companyId} and id = ${agentId}`,
  );

export interface RevisionWithInlineSecrets {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly config: AgentConfig;
}

export const lockRevisionWithInlineSecrets = (
  db: Db,
): Promise<RevisionWithInlineSecrets | undefined> =>
  maybeOne<RevisionWithInlineSecrets>(
    db,
    sql`
    select id, company_id, agent_id, config from config_revisions
    where not secrets_kept
    order by agent_id, number limit 1 for no key update skip locked`,
  );

export const saveRevisionWithReferences = (
  db: Db,
  { id, companyId, config }: RevisionWithInlineSecrets,
): Promise<void> =>
  none(
    db,
    sql`
    update config_revisions
    set config = ${JSON.stringify(config)}::jsonb, secrets_kept = true
    where company_id = ${companyId} and id = ${id}`,
  );
