/** Companies and agents as callers see them. */
import { z } from 'zod';
import { isCron } from './cron.ts';
import {
  AdapterType, AgentIcon, AgentRole, AgentStatus, Cents, CompanyStatus, Id, JsonObject, Name,
  PauseReason, Text, Timestamp, Version,
} from './vocabulary.ts';

/** A name from the IANA list; an offset such as `+02:00` has no summer time and two readings. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'not an IANA time zone' });

export const companySettings = {
  name: Name,
  description: Text,
  budgetMonthlyCents: Cents,
  requireBoardApprovalForNewAgents: z.boolean(),
  timeZone: TimeZone,
  reviewRequired: z.boolean(),
};

export const Company = z.object({
  id: Id,
  ...companySettings,
  timeZone: z.string(),
  status: CompanyStatus,
  issuePrefix: z.string(),
  spentMonthlyCents: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Company = z.output<typeof Company>;

/** Minute, hour, day of month, month, day of week: `0 8 * * MON-FRI`. */
export const Cron = z.string().max(200).refine(isCron, {
  error: 'not a time of cron in five fields that ever comes',
});
export const CatchUp = z.enum(['none', 'one']);
export type CatchUp = z.output<typeof CatchUp>;

/** What may be absent: the clock as it is for whoever does not ask for another one. */
const clock = {
  cron: Cron.nullable().optional()
    .describe('Times of the clock instead of intervalSec, such as 0 8 * * MON-FRI.'),
  timeZone: TimeZone.optional()
    .describe('IANA zone in which cron is read; UTC where it is absent.'),
  catchUp: CatchUp.optional()
    .describe('After an outage: one start for all that were missed (one, the default), or none.'),
  skipWhenIdle: z.boolean().optional()
    .describe('Whether the clock passes it over while it has no issue to do and nothing unread.'),
};
const heartbeat = {
  enabled: z.boolean(),
  intervalSec: z.int().min(10).max(2_678_400),
  wakeOnDemand: z.boolean(),
  maxConcurrentRuns: z.literal(1),
  ...clock,
};
export const HeartbeatConfig = z.object({
  enabled: heartbeat.enabled.default(false).describe('Whether it is started by the clock.'),
  intervalSec: heartbeat.intervalSec.default(300).describe('Seconds between two such starts.'),
  wakeOnDemand: heartbeat.wakeOnDemand.default(true)
    .describe('Whether assignments, mentions, comments and resolved approvals start it.'),
  maxConcurrentRuns: heartbeat.maxConcurrentRuns.default(1),
  ...clock,
});
export const RuntimeConfig = z.looseObject({
  heartbeat: HeartbeatConfig.prefault({}),
});
export type RuntimeConfig = z.output<typeof RuntimeConfig>;

export const Permissions = z.object({ canCreateAgents: z.boolean().default(false) });

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

/** Agents that are not terminated, by what they are doing. `active` are idle and running ones. */
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
  id: Id, name: z.string(), role: AgentRole, title: z.string().nullable(),
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
  name: Name.describe('What @mentions call it; unique among the living agents of the company.'),
  role: AgentRole.default('general').describe('A company has one living ceo.'),
  title: Name.nullable().optional().describe('Job title.'),
  icon: AgentIcon.nullable().optional().describe('A name of /llms/agent-icons.txt.'),
  reportsTo: Id.nullable().optional().describe('The agent that will be its manager.'),
  capabilities: Text.nullable().optional()
    .describe('What it is good at; colleagues choose by it whom to ask.'),
  adapterType: AdapterType.default('process').describe('How it is started.'),
  adapterConfig: JsonObject.default({})
    .describe('What its adapter takes: /llms/agent-configuration/:adapterType.txt.'),
  runtimeConfig: RuntimeConfig.prefault({}).describe('When it is started.'),
  permissions: Permissions.prefault({})
    .describe('canCreateAgents lets it request hires whatever its role is.'),
  budgetMonthlyCents: Cents.default(0)
    .describe('What it may spend in a month; it is paused when that is spent. 0 is no limit.'),
  metadata: JsonObject.default({}).describe("The client's own; never looked at."),
};

/**
 * Changes of an agent. Open objects merge by key: what is left out stays, null takes a key away,
 * and a masked value that comes back as it was shown stays what it is.
 */
export const agentPatch = z.object({
  name: Name,
  role: AgentRole,
  title: Name.nullable(),
  icon: AgentIcon.nullable(),
  reportsTo: Id.nullable(),
  capabilities: Text.nullable(),
  adapterType: AdapterType,
  adapterConfig: JsonObject,
  runtimeConfig: z.looseObject({ heartbeat: z.object(heartbeat).partial().optional() }),
  permissions: z.object({ canCreateAgents: z.boolean() }),
  budgetMonthlyCents: Cents,
  metadata: JsonObject,
}).partial();

/** What a revision keeps of an agent, and what a rollback brings back. */
export const AgentConfig = Agent.pick({
  name: true, role: true, title: true, icon: true, reportsTo: true, capabilities: true,
  adapterType: true, adapterConfig: true, runtimeConfig: true, budgetMonthlyCents: true,
  permissions: true,
});
export type AgentConfig = z.output<typeof AgentConfig>;

export const AgentConfiguration = Agent.pick({
  companyId: true, name: true, role: true, title: true, status: true, reportsTo: true,
  adapterType: true, adapterConfig: true, runtimeConfig: true, permissions: true, updatedAt: true,
}).extend({ agentId: Id });
export type AgentConfiguration = z.output<typeof AgentConfiguration>;

export const RevisionSource = z.enum(['created', 'patch', 'instructions_path', 'rollback']);
export type RevisionSource = z.output<typeof RevisionSource>;

export const ConfigRevision = z.object({
  id: Id,
  agentId: Id,
  /** Counts from 1 within the agent. */
  number: z.int().min(1),
  source: RevisionSource,
  changedKeys: z.array(z.string()),
  /** null: the agent's first. */
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

function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
