/** The configuration of an agent: how a patch changes it and who may change what of it. */
import {
  adapterOf, type AgentConfig, type agents, type Input, type RuntimeConfig,
} from '@muster/contracts';
import { masked, type AgentRow } from './agent.ts';
import { changedKeys, merged, overlaid, unmasked } from './json.ts';

export type AgentPatch = Omit<
  Input<typeof agents, 'updateAgent'>, 'agentId' | 'companyId' | 'ifVersion'
>;

/** What may be saved of an agent. `metadata` is the client's own and has no revisions. */
export interface Wanted {
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

export const wantedOf = (agent: AgentRow): Wanted => ({
  config: configOf(agent), metadata: agent.metadata,
});

export function patchedAgent(agent: AgentRow, patch: AgentPatch): Wanted {
  const { adapterConfig, runtimeConfig, metadata, ...fields } = patch;
  const config = overlaid(configOf(agent), fields);
  return {
    config: {
      ...config,
      adapterConfig: adapterConfig
        ? merged(agent.adapterConfig, adapterConfig)
        : agent.adapterConfig,
      runtimeConfig: runtimeConfig
        ? mergedRuntime(agent.runtimeConfig, runtimeConfig)
        : agent.runtimeConfig,
    },
    metadata: metadata ? unmasked(metadata, agent.metadata) : agent.metadata,
  };
}

const mergedRuntime = (
  current: RuntimeConfig,
  patch: NonNullable<AgentPatch['runtimeConfig']>,
): RuntimeConfig => ({
  ...merged(current, patch),
  heartbeat: overlaid(current.heartbeat, patch.heartbeat ?? {}),
});

/** What an agent may change of itself; everything else is its managers' and the board's. */
const ownFields: ReadonlySet<string> = new Set(['title', 'icon', 'capabilities']);
const ownAdapterKeys: readonly string[] = ['promptTemplate'];

/** The changed fields that are not the agent's own to change. */
export function fieldsNotOwn(agent: AgentRow, { config, metadata }: Wanted): string[] {
  const before = configOf(agent);
  const fields = changedKeys(before, config)
    .filter((key) => key !== 'adapterConfig' && !ownFields.has(key));
  const own = [...ownAdapterKeys, ...adapterOf(agent.adapterType).pathKeys];
  const keys = changedKeys(before.adapterConfig, config.adapterConfig)
    .filter((key) => !own.includes(key))
    .map((key) => `adapterConfig.${key}`);
  const others = changedKeys(agent.metadata, metadata).length > 0 ? ['metadata'] : [];
  return [...fields, ...keys, ...others];
}

/** A configuration as it may be read. */
export const maskedConfig = (config: AgentConfig): AgentConfig => ({
  ...config,
  adapterConfig: masked(config.adapterConfig),
  runtimeConfig: masked(config.runtimeConfig),
});
