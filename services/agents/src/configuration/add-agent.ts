/** Adds an agent (created, hired or joining): extracts its secrets, then inserts it. */
import type { agents } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import type { NewAgent } from '../domain/hire.ts';
import { secretIdsOf } from '../domain/secrets.ts';
import { requireValidConfiguration } from '../domain/valid-configuration.ts';
import { insertAgent, type Placement } from '../store/new-agents.ts';
import { saveUses } from '../store/secrets/secret-uses.ts';
import { allowedVariablesOf } from './allowed-variables.ts';
import { extractSecrets } from './extract-secrets.ts';

export interface AddedAgent {
  readonly row: AgentRow;
  /** The agent as requested, with references in place of secrets. */
  readonly stored: NewAgent;
}

export async function addAgent(
  context: Context<typeof agents>,
  placement: Omit<Placement, 'actor'>,
  requested: NewAgent,
): Promise<AddedAgent> {
  const { db, actor, config } = context;
  const owner = { companyId: placement.companyId, agentId: placement.id };
  const stored = await extractSecrets(context, owner, requested);
  requireValidConfiguration(allowedVariablesOf(config), stored);
  const row = await insertAgent(db, { ...placement, actor }, stored);
  const secretIds = secretIdsOf(stored);
  if (secretIds.length > 0) await saveUses(db, owner, secretIds);
  return { row, stored };
}
