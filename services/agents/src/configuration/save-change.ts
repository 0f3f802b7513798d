/** How every change of an agent's configuration ends: check, save, add a revision, emit, show. */
import {
  changedKeys,
  isSame,
  requirePermission,
  type Agent,
  type agents,
  type RevisionSource,
} from '@muster/contracts';
import type { Context, Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { type Authority, requireRightTo } from '../domain/board-fields.ts';
import { type AgentSettings, configOf } from '../domain/config.ts';
import { secretIdsOf } from '../domain/secrets.ts';
import { requireValidConfiguration } from '../domain/valid-configuration.ts';
import { agentEvent } from '../events.ts';
import { getAgent } from '../store/agents.ts';
import { insertRevision } from '../store/config-revisions.ts';
import { saveAgent } from '../store/saved-agents.ts';
import { saveUses } from '../store/secrets/secret-uses.ts';
import { requirePlaceInTree } from '../store/tree.ts';
import { showAgent } from '../views.ts';
import { allowedVariablesOf } from './allowed-variables.ts';
import {
  extractSecrets,
  type ExtractOptions,
  type MissingSecret,
  type SecretOwner,
} from './extract-secrets.ts';

export interface Change {
  readonly authority: Authority;
  readonly source: RevisionSource;
  readonly wanted: AgentSettings;
  readonly rolledBackFromRevisionId?: string;
  readonly missing?: MissingSecret;
}

export async function saveChange(
  context: Context<typeof agents>,
  agent: AgentRow,
  { authority, wanted: asked, missing, ...revision }: Change,
): Promise<Agent> {
  const { db, actor, emit } = context;
  const { id, companyId } = agent;
  const owner = { companyId, agentId: id };
  // Before secrets are taken out: a value that is compared with a stored one could be guessed.
  const manager =
    authority === 'manager' ? await getAgent(db, [companyId], { ref: actor.id }) : undefined;
  requireRightTo(authority, agent, asked, manager);
  const wanted = await extractSecretsOf(context, owner, asked, { before: agent, missing });
  const configKeys = changedKeys(configOf(agent), wanted.config);
  const metadataKeys = changedKeys(agent.metadata, wanted.metadata).length > 0 ? ['metadata'] : [];
  if (configKeys.length + metadataKeys.length === 0) return showAgent(agent);
  // A change that a reaction brings cannot be refused, and the size of an event bounds it.
  if (actor.type !== 'service') {
    const after = { ...wanted.config, metadata: wanted.metadata };
    requireValidConfiguration(allowedVariablesOf(context.config), after, agent);
  }
  // Every way to change a budget needs the permission to manage budgets.
  if (configKeys.includes('budgetMonthlyCents')) {
    requirePermission(actor, companyId, 'manage_budgets');
  }
  const { reportsTo } = wanted.config;
  if (configKeys.includes('reportsTo') && reportsTo !== null) {
    await requirePlaceInTree(db, agent, reportsTo);
  }
  const saved = await saveAgent(db, agent, wanted);
  await saveUsesOf(db, agent, saved);
  if (configKeys.length > 0) {
    const { config } = wanted;
    await insertRevision(db, {
      ...owner,
      changedKeys: configKeys,
      config,
      actor,
      ...revision,
    });
  }
  const event = agentEvent(saved);
  emit('agent.updated', {
    ...event,
    payload: { ...event.payload, changedKeys: [...configKeys, ...metadataKeys] },
  });
  return showAgent(saved);
}

export async function extractSecretsOf(
  context: Context<typeof agents>,
  owner: SecretOwner,
  { config, metadata }: AgentSettings,
  options: ExtractOptions,
): Promise<AgentSettings> {
  const stored = await extractSecrets(context, owner, { ...config, metadata }, options);
  return {
    config: {
      ...config,
      adapterConfig: stored.adapterConfig,
      runtimeConfig: stored.runtimeConfig,
    },
    metadata: stored.metadata,
  };
}

async function saveUsesOf(db: Db, before: AgentRow, after: AgentRow): Promise<void> {
  const [idsBefore, idsAfter] = [secretIdsOf(before), secretIdsOf(after)];
  if (isSame(idsBefore.toSorted(), idsAfter.toSorted())) return;
  await saveUses(db, { companyId: after.companyId, agentId: after.id }, idsAfter);
}
