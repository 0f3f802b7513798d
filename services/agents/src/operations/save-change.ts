/** The end of every change of an agent's configuration: check, save, keep a revision, say, show. */
import {
  checkPermission, Refusal, type Agent, type agents, type RevisionSource,
} from '@muster/contracts';
import type { Context, Db } from '@muster/service-kit';
import { showAgent, snapshotOf, type AgentRow } from '../domain/agent.ts';
import { configOf, fieldsNotOwn, type Wanted } from '../domain/config.ts';
import { changedKeys, isSame } from '../domain/json.ts';
import { checkPrompt } from '../domain/prompt.ts';
import { secretIdsOf } from '../domain/secrets.ts';
import { checkSize } from '../domain/size.ts';
import { insertRevision } from '../store/config-revisions.ts';
import { saveAgent } from '../store/saved-agents.ts';
import { saveUses } from '../store/secret-uses.ts';
import { checkPlace } from '../store/tree.ts';
import type { Authority } from './authority.ts';
import { keepSecrets, type Keeping, type Missing, type Owner } from './keep-secrets.ts';

export interface Change {
  readonly authority: Authority;
  readonly source: RevisionSource;
  readonly wanted: Wanted;
  readonly rolledBackFromRevisionId?: string;
  readonly missing?: Missing;
}

export async function saveChange(
  context: Context<typeof agents>,
  stored: AgentRow,
  { authority, wanted: asked, missing, ...revision }: Change,
): Promise<Agent> {
  const { db, actor, say } = context;
  const { id, companyId } = stored;
  const owner = { companyId, agentId: id };
  // The row may be older than the keeping of secrets; then nothing has changed by that.
  const agent = await keepSecrets(context, owner, stored, { before: stored });
  const wanted = await keepWanted(context, owner, asked, {
    before: agent, missing, self: authority === 'self',
  });
  const fields = authority === 'self' ? fieldsNotOwn(agent, wanted) : [];
  if (fields.length > 0) throw new Refusal('fields_not_yours', { fields });
  const configKeys = changedKeys(configOf(agent), wanted.config);
  const metadataKeys = changedKeys(agent.metadata, wanted.metadata).length > 0 ? ['metadata'] : [];
  if (configKeys.length + metadataKeys.length === 0) return showAgent(agent);
  // Nobody is there to be told of what an event brings, and events are small.
  if (actor.type !== 'service') {
    checkSize({ ...wanted.config, metadata: wanted.metadata });
    checkPrompt(wanted.config, agent);
  }
  // Whichever way a budget changes, it is money that is decided about.
  if (configKeys.includes('budgetMonthlyCents')) {
    checkPermission(actor, companyId, 'manage_budgets');
  }
  const { reportsTo } = wanted.config;
  if (configKeys.includes('reportsTo') && reportsTo !== null) {
    await checkPlace(db, agent, reportsTo);
  }
  const saved = await saveAgent(db, agent, wanted);
  await saveUsesOf(db, stored, saved);
  if (configKeys.length > 0) {
    const { config } = wanted;
    await insertRevision(db, {
      ...owner, changedKeys: configKeys, config, actor, ...revision,
    });
  }
  say('agent.updated', {
    companyId,
    entityId: id,
    payload: { ...snapshotOf(saved), changedKeys: [...configKeys, ...metadataKeys] },
  });
  return showAgent(saved);
}

async function keepWanted(
  context: Context<typeof agents>,
  owner: Owner,
  { config, metadata }: Wanted,
  keeping: Keeping,
): Promise<Wanted> {
  const kept = await keepSecrets(context, owner, { ...config, metadata }, keeping);
  return {
    config: {
      ...config, adapterConfig: kept.adapterConfig, runtimeConfig: kept.runtimeConfig,
    },
    metadata: kept.metadata,
  };
}

async function saveUsesOf(db: Db, before: AgentRow, after: AgentRow): Promise<void> {
  const [had, has] = [secretIdsOf(before), secretIdsOf(after)];
  if (isSame(had.toSorted(), has.toSorted())) return;
  await saveUses(db, { companyId: after.companyId, agentId: after.id }, has);
}
