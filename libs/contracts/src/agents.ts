/** Companies, agents and the reporting tree. */
import { z } from 'zod';
import { contract, event, operation } from './define.ts';
import {
  AdapterType, AgentIcon, AgentRef, AgentRole, AgentStatus, Cents, CompanyStatus, Id, JsonObject,
  Name, page, PathId, PauseReason, Text, Timestamp, Version, ifVersion,
} from './vocabulary.ts';

/** A name from the IANA list; an offset such as `+02:00` has no summer time and two readings. */
const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'not an IANA time zone' });

const companySettings = {
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

export const HeartbeatConfig = z.object({
  enabled: z.boolean().default(false),
  intervalSec: z.int().min(10).max(2_678_400).default(300),
  wakeOnDemand: z.boolean().default(true),
  maxConcurrentRuns: z.literal(1).default(1),
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
  name: Name,
  role: AgentRole.default('general'),
  title: Name.nullable().optional(),
  icon: AgentIcon.nullable().optional(),
  reportsTo: Id.nullable().optional(),
  capabilities: Text.nullable().optional(),
  adapterType: AdapterType.default('process'),
  adapterConfig: JsonObject.default({}),
  runtimeConfig: RuntimeConfig.prefault({}),
  permissions: Permissions.prefault({}),
  budgetMonthlyCents: Cents.default(0),
  metadata: JsonObject.default({}),
};

/** What other services keep of a company. Sent whole with every company event. */
export const CompanySnapshot = z.object({
  companyId: Id,
  name: z.string(),
  issuePrefix: z.string(),
  status: CompanyStatus,
  budgetMonthlyCents: z.int(),
  requireBoardApprovalForNewAgents: z.boolean(),
  reviewRequired: z.boolean(),
  timeZone: z.string(),
  version: Version,
});

/** What other services keep of an agent, its secrets left out. Sent whole with every agent event. */
export const AgentSnapshot = z.object({
  agentId: Id,
  name: z.string(),
  urlKey: z.string(),
  role: AgentRole,
  title: z.string().nullable(),
  status: AgentStatus,
  pauseReason: PauseReason.nullable(),
  reportsTo: Id.nullable(),
  adapterType: AdapterType,
  runtimeConfig: RuntimeConfig,
  permissions: Permissions,
  budgetMonthlyCents: z.int(),
  version: Version,
});
export type CompanySnapshot = z.output<typeof CompanySnapshot>;
export type AgentSnapshot = z.output<typeof AgentSnapshot>;

const everyCopy = { issues: {}, approvals: {}, billing: {}, scheduler: {}, gateway: {} } as const;
const companyEvent = (summary: string) =>
  event({ entity: 'company', version: 1, summary, payload: CompanySnapshot });
const agentEvent = (summary: string) =>
  event({ entity: 'agent', version: 1, summary, payload: AgentSnapshot });

export const agents = contract({
  name: 'agents',
  summary: 'Companies, their settings, agents and who reports to whom.',
  operations: {
    createCompany: operation({
      http: 'POST /api/companies',
      summary: 'Found a company.',
      who: ['board'],
      status: 201,
      input: z.object({
        ...companySettings,
        description: Text.default(''),
        budgetMonthlyCents: Cents.default(0),
        requireBoardApprovalForNewAgents: z.boolean().default(true),
        timeZone: TimeZone.default('UTC'),
        reviewRequired: z.boolean().default(true),
      }),
      output: Company,
      refusals: [],
      says: ['company.created'],
      settles: everyCopy,
    }),
    listCompanies: operation({
      http: 'GET /api/companies',
      summary: 'The companies that the caller belongs to.',
      who: ['agent', 'board'],
      input: z.object({ ...page }),
      output: z.array(Company),
      paged: true,
      refusals: [],
    }),
    getCompany: operation({
      http: 'GET /api/companies/:companyId',
      summary: 'One company.',
      who: ['agent', 'board'],
      input: z.object({ companyId: PathId }),
      output: Company,
      refusals: [],
    }),
    updateCompany: operation({
      http: 'PATCH /api/companies/:companyId',
      summary: 'Change the settings of a company.',
      who: ['board'],
      input: z
        .object({ ...companySettings, status: CompanyStatus })
        .partial()
        .extend({ companyId: PathId, ...ifVersion }),
      output: Company,
      refusals: [],
      says: ['company.updated'],
      settles: everyCopy,
    }),
    createAgent: operation({
      http: 'POST /api/companies/:companyId/agents',
      summary: 'Add an agent without an approval.',
      who: ['board'],
      status: 201,
      input: z.object({ companyId: PathId, ...newAgent }),
      output: Agent,
      refusals: ['agent_not_found', 'name_taken', 'ceo_exists'],
      says: ['agent.created'],
      settles: everyCopy,
    }),
    hireAgent: operation({
      http: 'POST /api/companies/:companyId/agent-hires',
      summary: 'Hire an agent; it waits for the board where the company says so.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({
        companyId: PathId,
        ...newAgent,
        sourceIssueId: Id.nullable().optional(),
        sourceIssueIds: z.array(Id).max(50).optional(),
      }),
      output: z.object({
        agent: Agent,
        approval: z
          .object({ id: Id, type: z.literal('hire_agent'), status: z.literal('pending') })
          .nullable(),
      }),
      refusals: ['managers_only', 'agent_not_found', 'name_taken', 'ceo_exists'],
      says: ['agent.hired', 'agent.hire_requested'],
      settles: everyCopy,
    }),
    listAgents: operation({
      http: 'GET /api/companies/:companyId/agents',
      summary: 'The agents of a company.',
      who: ['agent', 'board'],
      input: z.object({ companyId: PathId, ...page }),
      output: z.array(Agent),
      paged: true,
      refusals: [],
    }),
    getOwnAgent: operation({
      http: 'GET /api/agents/me',
      summary: 'The calling agent, its managers and its budget.',
      who: ['agent'],
      input: z.object({}),
      output: AgentDetail,
      refusals: ['agent_not_found'],
    }),
    getAgent: operation({
      http: 'GET /api/agents/:agentId',
      summary: 'One agent, its managers and its budget.',
      who: ['agent', 'board'],
      input: z.object({ agentId: AgentRef, companyId: Id.optional() }),
      output: AgentDetail,
      refusals: ['agent_not_found'],
    }),
    getRunConfig: operation({
      kind: 'read',
      summary: 'What a worker needs to start an agent, secrets included. Never stored, never logged.',
      who: ['service'],
      input: z.object({ agentId: Id }),
      output: z.object({
        agentId: Id,
        companyId: Id,
        name: z.string(),
        adapterType: AdapterType,
        adapterConfig: JsonObject,
        runtimeConfig: RuntimeConfig,
      }),
      refusals: ['agent_not_found'],
    }),
  },
  events: {
    'company.created': companyEvent('A company was founded.'),
    'company.updated': companyEvent('Settings of a company changed.'),
    'agent.created': agentEvent('The board added an agent.'),
    'agent.hired': agentEvent('An agent was hired without an approval.'),
    'agent.hire_requested': event({
      entity: 'agent',
      version: 1,
      summary: 'A hire waits for the board.',
      payload: AgentSnapshot.extend({
        approvalId: Id,
        requestedByAgentId: Id.nullable(),
        requestedByUserId: Id.nullable(),
        sourceIssueIds: z.array(Id),
        /** The hire as it was asked for, secrets masked: what the board reads. */
        hire: JsonObject,
      }),
    }),
    'agent.activated': agentEvent('A hire was approved; the agent may work.'),
    'agent.paused': agentEvent('An agent was paused; pauseReason says why.'),
    'agent.resumed': agentEvent('A paused agent may work again.'),
    'agent.terminated': agentEvent('An agent was terminated, or its hire refused.'),
  },
});

function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
