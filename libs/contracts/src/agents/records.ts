/** Agents, as answers show them. */
import { z } from 'zod';
import { failingFields } from '../scheduler/failing.ts';
import { believeUnmarkedLines, heartbeatFields, runner, RuntimeConfig } from './runtime-config.ts';
import {
  AdapterType,
  AgentIcon,
  AgentRole,
  AgentStatus,
  Cents,
  Id,
  JsonObject,
  Name,
  PauseReason,
  Text,
  Timestamp,
  Version,
} from '../vocabulary.ts';

export const Permissions = z.object({ canCreateAgents: z.boolean().default(false) });

/** Why an agent waits between tries: its last runs failed for the same reason. */
export const AgentFailing = z.object({
  ...failingFields,
  retryAt: Timestamp.nullable().describe(
    'When it is tried again; null: after a resumption, or another configuration or secret.',
  ),
});
export type AgentFailing = z.output<typeof AgentFailing>;

export const Agent = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  urlKey: z.string(),
  role: AgentRole,
  title: z.string().nullable(),
  icon: AgentIcon.nullable(),
  status: AgentStatus,
  pauseReason: PauseReason.nullable(),
  pausedAt: Timestamp.nullable(),
  /** Until when it starts no run because the quota of its model provider is used up. */
  quotaHeldUntil: Timestamp.nullable().optional(),
  failing: AgentFailing.nullable().optional(),
  reportsTo: Id.nullable(),
  capabilities: z.string().nullable(),
  adapterType: AdapterType,
  adapterConfig: JsonObject,
  runtimeConfig: RuntimeConfig,
  permissions: Permissions,
  budgetMonthlyCents: z.int(),
  spentMonthlyCents: z.int(),
  lastHeartbeatAt: Timestamp.nullable(),
  metadata: JsonObject,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Agent = z.output<typeof Agent>;

/** Agents that are not terminated, by status. `active` is the sum of idle and running. */
export const AgentCounts = z.object({
  total: z.int(),
  active: z.int(),
  idle: z.int(),
  running: z.int(),
  paused: z.int(),
  error: z.int(),
  pendingApproval: z.int(),
});
export type AgentCounts = z.output<typeof AgentCounts>;

export const ChainLink = z.object({
  id: Id,
  name: z.string(),
  role: AgentRole,
  title: z.string().nullable(),
});
export const AgentDetail = Agent.extend({
  chainOfCommand: z.array(ChainLink),
  budget: z.object({
    limitCents: z.int(),
    spentCents: z.int(),
    reservedCents: z.int(),
    /** null: no limit. */
    remainingCents: z.int().nullable(),
    caution: z.boolean(),
    resetsAt: Timestamp,
  }),
});
export type AgentDetail = z.output<typeof AgentDetail>;

/** The fields of a new agent, by the board or by a hire. Only the name is required. */
export const newAgent = {
  name: Name.describe(
    'The name to @mention; unique among the agents of the company that are not terminated.',
  ),
  role: AgentRole.default('general').describe('A company has one ceo.'),
  title: Name.nullable().optional().describe('Job title.'),
  icon: AgentIcon.nullable().optional().describe('A name from /llms/agent-icons.txt.'),
  reportsTo: Id.nullable().optional().describe('The agent that will be the manager.'),
  capabilities: Text.nullable()
    .optional()
    .describe('What the agent is good at; other agents choose by it whom to ask.'),
  adapterType: AdapterType.optional().describe(
    'How the agent is started; process if absent. Named, process needs adapterConfig.command.',
  ),
  adapterConfig: JsonObject.default({}).describe(
    'Keys of the adapter: /llms/agent-configuration/:adapterType.txt.',
  ),
  runtimeConfig: RuntimeConfig.prefault({}).describe('When the agent is started.'),
  permissions: Permissions.prefault({}).describe(
    'canCreateAgents lets the agent request hires in any role.',
  ),
  budgetMonthlyCents: Cents.default(0).describe(
    'Monthly budget; the agent is paused when it is spent. 0 is no limit.',
  ),
  metadata: JsonObject.default({}).describe('For the client; never interpreted.'),
};

/**
 * Changes to an agent. Open objects are merged by key: an absent key stays, null removes a key,
 * and a masked value that is sent back keeps the stored one.
 */
export const agentPatch = z
  .object({
    name: Name,
    role: AgentRole,
    title: Name.nullable(),
    icon: AgentIcon.nullable(),
    reportsTo: Id.nullable(),
    capabilities: Text.nullable(),
    adapterType: AdapterType,
    adapterConfig: JsonObject,
    runtimeConfig: z.looseObject({
      heartbeat: z.object(heartbeatFields).partial().optional(),
      believeUnmarkedLines: believeUnmarkedLines.nullable().optional(),
      runner: runner.nullable().optional(),
    }),
    permissions: z.object({ canCreateAgents: z.boolean() }),
    budgetMonthlyCents: Cents,
    metadata: JsonObject,
  })
  .partial();

/** The fields of an agent that a revision stores and a rollback restores. */
export const AgentConfig = Agent.pick({
  name: true,
  role: true,
  title: true,
  icon: true,
  reportsTo: true,
  capabilities: true,
  adapterType: true,
  adapterConfig: true,
  runtimeConfig: true,
  budgetMonthlyCents: true,
  permissions: true,
});
export type AgentConfig = z.output<typeof AgentConfig>;

/** The agent's place in the company, and what has no revisions of its configuration. */
export const leftByRollback = [
  'role',
  'reportsTo',
  'permissions',
  'budgetMonthlyCents',
  'metadata',
  'instructions',
  'secrets',
  'status',
] as const;
export const RolledBackAgent = Agent.extend({
  left: z
    .array(z.string())
    .optional()
    .describe(
      'What the rollback has left as it is now, such as role, budgetMonthlyCents, instructions ' +
        '(the stored text has revisions of its own) and secrets (their values).',
    ),
});

export const AgentConfiguration = Agent.pick({
  companyId: true,
  name: true,
  role: true,
  title: true,
  status: true,
  reportsTo: true,
  adapterType: true,
  adapterConfig: true,
  runtimeConfig: true,
  permissions: true,
  updatedAt: true,
}).extend({ agentId: Id });
export type AgentConfiguration = z.output<typeof AgentConfiguration>;

export const RevisionSource = z.enum(['created', 'patch', 'instructions_path', 'rollback']);
export type RevisionSource = z.output<typeof RevisionSource>;

export const ConfigRevision = z.object({
  id: Id,
  agentId: Id,
  /** Counts from 1 for each agent. */
  number: z.int().min(1),
  source: RevisionSource,
  changedKeys: z.array(z.string()),
  /** null: the agent's first revision, or the first that is kept. */
  beforeConfig: AgentConfig.nullable(),
  afterConfig: AgentConfig,
  rolledBackFromRevisionId: Id.nullable(),
  createdByAgentId: Id.nullable(),
  createdByUserId: Id.nullable(),
  createdAt: Timestamp,
});
export type ConfigRevision = z.output<typeof ConfigRevision>;

export const OrgNode = z.object({
  id: Id,
  name: z.string(),
  role: AgentRole,
  title: z.string().nullable(),
  status: AgentStatus,
  get reports(): z.ZodArray<typeof OrgNode> {
    return z.array(OrgNode);
  },
});
export type OrgNode = z.output<typeof OrgNode>;
