/** An agent as it is stored. */
import type {
  AdapterType,
  Agent,
  AgentDetail,
  AgentFailing,
  AgentRole,
  AgentStatus,
  PauseReason,
  RuntimeConfig,
} from '@muster/contracts';

type Icon = Agent['icon'];
type Json = Agent['adapterConfig'];

/** What a snapshot needs: the part of an agent that events carry. */
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
  readonly quotaHeldUntil: string | null;
  readonly failing: AgentFailing | null;
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
