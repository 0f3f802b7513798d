/** The configuration of an agent: what a patch makes of it, and what an agent may change itself. */
import {
  adapterOf,
  changedKeys,
  type AgentConfig,
  type agents,
  type Input,
  type RuntimeConfig,
} from '@muster/contracts';
import type { AgentRow } from './agent.ts';
import { mergeKeys, overlay, unmask } from './json.ts';

export type AgentPatch = Omit<
  Input<typeof agents, 'updateAgent'>,
  'agentId' | 'companyId' | 'ifVersion'
>;

/** What a caller may save. `metadata` belongs to the client and has no revisions. */
export interface AgentSettings {
  readonly config: AgentConfig;
  readonly metadata: AgentRow['metadata'];
}

export const configOf = (agent: AgentRow): AgentConfig => ({
  name: agent.name,
  role: agent.role,
  title: agent.title,
  icon: agent.icon,
  reportsTo: agent.reportsTo,
  capabilities: agent.capabilities,
  adapterType: agent.adapterType,
  adapterConfig: agent.adapterConfig,
  runtimeConfig: agent.runtimeConfig,
  budgetMonthlyCents: agent.budgetMonthlyCents,
  permissions: { canCreateAgents: agent.canCreateAgents },
});

export const settingsOf = (agent: AgentRow): AgentSettings => ({
  config: configOf(agent),
  metadata: agent.metadata,
});

/** What an agent is and may spend is decided by itself: its place in the company stays as it is. */
export const rolledBackTo = (agent: AgentRow, before: AgentConfig): AgentSettings => {
  const { role, reportsTo, budgetMonthlyCents, permissions } = configOf(agent);
  return {
    config: { ...before, role, reportsTo, budgetMonthlyCents, permissions },
    metadata: agent.metadata,
  };
};

export function patchAgent(agent: AgentRow, patch: AgentPatch): AgentSettings {
  const { adapterConfig, runtimeConfig, metadata, ...fields } = patch;
  const config = overlay(configOf(agent), fields);
  return {
    config: {
      ...config,
      adapterConfig: adapterConfig
        ? mergeKeys(agent.adapterConfig, adapterConfig)
        : agent.adapterConfig,
      runtimeConfig: runtimeConfig
        ? mergedRuntime(agent.runtimeConfig, runtimeConfig)
        : agent.runtimeConfig,
    },
    metadata: metadata ? unmask(metadata, agent.metadata) : agent.metadata,
  };
}

const mergedRuntime = (
  current: RuntimeConfig,
  patch: NonNullable<AgentPatch['runtimeConfig']>,
): RuntimeConfig => ({
  ...mergeKeys(current, patch),
  heartbeat: overlay(current.heartbeat, patch.heartbeat ?? {}),
});

/** Fields that an agent may change itself; its managers and the board change the others. */
const ownFields: ReadonlySet<string> = new Set(['title', 'icon', 'capabilities']);
const ownAdapterKeys: readonly string[] = ['promptTemplate'];

/** The changed fields that the agent may not change itself. */
export function fieldsNotOwn(agent: AgentRow, { config, metadata }: AgentSettings): string[] {
  const before = configOf(agent);
  const fields = changedKeys(before, config).filter(
    (key) => key !== 'adapterConfig' && !ownFields.has(key),
  );
  const own = [...ownAdapterKeys, ...adapterOf(agent.adapterType).pathKeys];
  const keys = changedKeys(before.adapterConfig, config.adapterConfig)
    .filter((key) => !own.includes(key))
    .map((key) => `adapterConfig.${key}`);
  const others = changedKeys(agent.metadata, metadata).length > 0 ? ['metadata'] : [];
  return [...fields, ...keys, ...others];
}
