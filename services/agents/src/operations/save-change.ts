/** The end of every change of an agent's configuration: check, save, keep a revision, say, show. */
import {
  checkPermission, Refusal, type Agent, type agents, type RevisionSource,
} from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { showAgent, snapshotOf, type AgentRow } from '../domain/agent.ts';
import { configOf, fieldsNotOwn, type Wanted } from '../domain/config.ts';
import { changedKeys } from '../domain/json.ts';
import { insertRevision } from '../store/config-revisions.ts';
import { saveAgent } from '../store/saved-agents.ts';
import { checkPlace } from '../store/tree.ts';
import type { Authority } from './authority.ts';

export interface Change {
  readonly authority: Authority;
  readonly source: RevisionSource;
  readonly wanted: Wanted;
  readonly rolledBackFromRevisionId?: string;
}

export async function saveChange(
  { db, actor, say }: Context<typeof agents>,
  agent: AgentRow,
  { authority, wanted, ...revision }: Change,
): Promise<Agent> {
  const { id, companyId } = agent;
  const fields = authority === 'self' ? fieldsNotOwn(agent, wanted) : [];
  if (fields.length > 0) throw new Refusal('fields_not_yours', { fields });
  const configKeys = changedKeys(configOf(agent), wanted.config);
  const metadataKeys = changedKeys(agent.metadata, wanted.metadata).length > 0 ? ['metadata'] : [];
  if (configKeys.length + metadataKeys.length === 0) return showAgent(agent);
  // Whichever way a budget changes, it is money that is decided about.
  if (configKeys.includes('budgetMonthlyCents')) {
    checkPermission(actor, companyId, 'manage_budgets');
  }
  const { reportsTo } = wanted.config;
  if (configKeys.includes('reportsTo') && reportsTo !== null) {
    await checkPlace(db, agent, reportsTo);
  }
  const saved = await saveAgent(db, agent, wanted);
  if (configKeys.length > 0) {
    const { config } = wanted;
    await insertRevision(db, {
      agentId: id, companyId, changedKeys: configKeys, config, actor, ...revision,
    });
  }
  say('agent.updated', {
    companyId,
    entityId: id,
    payload: { ...snapshotOf(saved), changedKeys: [...configKeys, ...metadataKeys] },
  });
  return showAgent(saved);
}
