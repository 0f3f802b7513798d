/** Rows as answers. Open objects are redacted: no answer carries a secret. */
import type {
  Agent,
  AgentConfig,
  AgentConfiguration,
  AgentDetail,
  ConfigRevision,
} from '@muster/contracts';
import type { AgentDetailRow, AgentRow } from './domain/agent.ts';
import { budgetOf } from './domain/budget.ts';
import { masked } from './domain/masked.ts';

export const showAgent = (row: AgentRow): Agent => ({
  id: row.id,
  companyId: row.companyId,
  name: row.name,
  urlKey: row.urlKey,
  role: row.role,
  title: row.title,
  icon: row.icon,
  status: row.status,
  pauseReason: row.pauseReason,
  pausedAt: row.pausedAt,
  quotaHeldUntil: row.quotaHeldUntil,
  failing: row.failing,
  reportsTo: row.reportsTo,
  capabilities: row.capabilities,
  adapterType: row.adapterType,
  adapterConfig: masked(row.adapterConfig),
  runtimeConfig: masked(row.runtimeConfig),
  permissions: { canCreateAgents: row.canCreateAgents },
  budgetMonthlyCents: row.budgetMonthlyCents,
  spentMonthlyCents: row.spentMonthlyCents,
  lastHeartbeatAt: row.lastHeartbeatAt,
  metadata: masked(row.metadata),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
});

/** Adds the managers to escalate to and the rest of the month's budget. */
export const showAgentDetail = (row: AgentDetailRow): AgentDetail => ({
  ...showAgent(row),
  chainOfCommand: row.chainOfCommand,
  budget: budgetOf(row),
});

export const showConfiguration = (row: AgentRow): AgentConfiguration => ({
  agentId: row.id,
  companyId: row.companyId,
  name: row.name,
  role: row.role,
  title: row.title,
  status: row.status,
  reportsTo: row.reportsTo,
  adapterType: row.adapterType,
  adapterConfig: masked(row.adapterConfig),
  runtimeConfig: masked(row.runtimeConfig),
  permissions: { canCreateAgents: row.canCreateAgents },
  updatedAt: row.updatedAt,
});

export const showRevision = (revision: ConfigRevision): ConfigRevision => ({
  ...revision,
  beforeConfig: revision.beforeConfig && showConfig(revision.beforeConfig),
  afterConfig: showConfig(revision.afterConfig),
});

const showConfig = (config: AgentConfig): AgentConfig => ({
  ...config,
  adapterConfig: masked(config.adapterConfig),
  runtimeConfig: masked(config.runtimeConfig),
});
