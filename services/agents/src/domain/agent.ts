/** An agent as it is stored, and what of it leaves the service: nowhere with its secrets. */
import {
  redact, type AdapterType, type Agent, type AgentConfiguration, type AgentDetail, type AgentRole,
  type AgentSnapshot, type AgentStatus, type PauseReason, type RuntimeConfig,
} from '@muster/contracts';
import { budgetOf } from './budget.ts';

type Icon = Agent['icon'];
type Json = Agent['adapterConfig'];

/** What the other services are told. */
export interface AgentFacts {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly urlKey: string;
  readonly role: AgentRole;
  readonly title: string | null;
  readonly status: AgentStatus;
  readonly pauseReason: PauseReason | null;
  readonly reportsTo: string | null;
  readonly adapterType: AdapterType;
  readonly runtimeConfig: RuntimeConfig;
  readonly canCreateAgents: boolean;
  readonly budgetMonthlyCents: number;
  readonly version: number;
}

export interface AgentRow extends AgentFacts {
  readonly icon: Icon;
  readonly pausedAt: string | null;
  readonly capabilities: string | null;
  readonly adapterConfig: Json;
  readonly spentMonthlyCents: number;
  readonly lastHeartbeatAt: string | null;
  readonly metadata: Json;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AgentDetailRow extends AgentRow {
  readonly reservedCents: number;
  readonly resetsAt: string;
  readonly chainOfCommand: AgentDetail['chainOfCommand'];
}

/** More of a runtime configuration than this is the worker's business alone, who reads it whole. */
const SNAPSHOT_CONFIG_MAX_CHARS = 8_192;

/** The redactor changes values, never the shape. */
export const masked = <T>(value: T): T => redact(value) as T;

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

/** With whom it may escalate to and what it may still spend. */
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

export const snapshotOf = (agent: AgentFacts): AgentSnapshot => ({
  agentId: agent.id,
  name: agent.name,
  urlKey: agent.urlKey,
  role: agent.role,
  title: agent.title,
  status: agent.status,
  pauseReason: agent.pauseReason,
  reportsTo: agent.reportsTo,
  adapterType: agent.adapterType,
  runtimeConfig: snapshotConfig(agent.runtimeConfig),
  permissions: { canCreateAgents: agent.canCreateAgents },
  budgetMonthlyCents: agent.budgetMonthlyCents,
  version: agent.version,
});

function snapshotConfig(config: RuntimeConfig): RuntimeConfig {
  const shown = masked(config);
  const fits = JSON.stringify(shown).length <= SNAPSHOT_CONFIG_MAX_CHARS;
  return fits ? shown : { heartbeat: shown.heartbeat };
}
