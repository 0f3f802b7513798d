/** The settings of an agent before and after a change that the board is asked for, fully checked. */
import { Refusal, requirePermission, type Actor, type agents } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import {
  configOf,
  patchAgent,
  settingsOf,
  type AgentPatch,
  type AgentSettings,
} from '../domain/config.ts';
import { withResolvedPaths } from '../domain/instructions-path.ts';
import { requireValidConfiguration } from '../domain/valid-configuration.ts';
import { requirePlaceInTree } from '../store/tree.ts';
import { withoutConflicts } from '../store/waiting-agents.ts';
import { allowedVariablesOf } from './allowed-variables.ts';
import { extractSecrets } from './extract-secrets.ts';
import { extractSecretsOf } from './save-change.ts';

/** Applies the decision: what it may refer to is what the agent may refer to. */
const self: Actor = { type: 'service', id: 'agents', name: 'agents' };

export async function settingsAsked(
  context: Context<typeof agents>,
  agent: AgentRow,
  patch: AgentPatch,
): Promise<{ before: AgentSettings; wanted: AgentSettings }> {
  const { actor } = context;
  const owner = { companyId: agent.companyId, agentId: agent.id };
  const before = await extractSecrets(context, owner, agent, { before: agent });
  const { config, metadata } = patchAgent(before, patch);
  const asked = {
    config: actor.type === 'agent' ? withResolvedPaths(configOf(before), config) : config,
    metadata,
  };
  const wanted = await extractSecretsOf({ ...context, actor: self }, owner, asked, { before });
  const after = { ...wanted.config, metadata: wanted.metadata };
  requireValidConfiguration(allowedVariablesOf(context.config), after, before);
  await requireApplicable(context, before, wanted);
  return { before: settingsOf(before), wanted };
}

/** Refuses now what the decision could not apply. */
async function requireApplicable(
  { db, actor }: Context<typeof agents>,
  agent: AgentRow,
  { config }: AgentSettings,
): Promise<void> {
  const { companyId, budgetMonthlyCents, reportsTo } = agent;
  if (config.budgetMonthlyCents !== budgetMonthlyCents) {
    requirePermission(actor, companyId, 'manage_budgets');
  }
  if (config.reportsTo !== null && config.reportsTo !== reportsTo) {
    await requirePlaceInTree(db, agent, config.reportsTo);
  }
  const fitting = await withoutConflicts(db, agent, config);
  if (fitting.name !== config.name) throw new Refusal('name_taken');
  if (fitting.role !== config.role) throw new Refusal('ceo_exists');
}
