/** Agents: making, reading, changing and stopping them. */
import { z } from 'zod';
import {
  Agent, AgentCounts, AgentDetail, agentPatch, newAgent, RuntimeConfig,
} from './agents-records.ts';
import { operation } from './define.ts';
import type { RefusalCode } from './refusals.ts';
import {
  AdapterType, AgentRef, Cents, Id, ifVersion, JsonObject, page, PathId,
} from './vocabulary.ts';

/** Every other service keeps copies of companies and agents. */
export const everyCopy = {
  issues: {}, approvals: {}, billing: {}, scheduler: {}, gateway: {},
} as const;
/**
 * A raised limit may end a pause: billing says so, the agent resumes, and everybody hears of it.
 */
export const everyCopyAfterBudget = {
  ...everyCopy, billing: { agents: everyCopy, approvals: {} },
} as const;

/** An agent in a path; a board caller who uses its url key says in which company. */
export const agentInPath = { agentId: AgentRef, companyId: Id.optional() };

const statusChange = <const Who extends 'agent' | 'board'>(spec: {
  readonly verb: 'pause' | 'resume' | 'terminate';
  readonly summary: string;
  readonly who: readonly Who[];
  readonly refusals: readonly RefusalCode[];
  readonly says: 'agent.paused' | 'agent.resumed' | 'agent.terminated';
}) =>
  operation({
    http: `POST /api/agents/:agentId/${spec.verb}`,
    summary: spec.summary,
    who: spec.who,
    needs: 'manage_agents',
    input: z.object(agentInPath),
    output: Agent,
    refusals: ['agent_not_found', ...spec.refusals],
    says: [spec.says],
    settles: everyCopy,
  });

export const agentOperations = {
  createAgent: operation({
    http: 'POST /api/companies/:companyId/agents',
    summary: 'Add an agent without an approval.',
    who: ['board'],
    needs: 'manage_agents',
    status: 201,
    input: z.object({ companyId: PathId, ...newAgent }),
    output: Agent,
    refusals: [
      'agent_not_found', 'name_taken', 'ceo_exists', 'secret_not_found', 'secret_in_command',
    ],
    says: ['agent.created'],
    settles: everyCopy,
  }),
  hireAgent: operation({
    http: 'POST /api/companies/:companyId/agent-hires',
    summary: 'Hire an agent; it waits for the board where the company says so.',
    who: ['agent', 'board'],
    needs: 'manage_agents',
    status: 201,
    input: z.object({
      companyId: PathId,
      ...newAgent,
      sourceIssueId: Id.nullable().optional().describe('The issue that shows the need.'),
      sourceIssueIds: z.array(Id).max(50).optional().describe('Several such issues.'),
    }),
    output: z.object({
      agent: Agent,
      approval: z
        .object({ id: Id, type: z.literal('hire_agent'), status: z.literal('pending') })
        .nullable(),
    }),
    refusals: [
      'managers_only', 'agent_not_found', 'issue_not_found', 'name_taken', 'ceo_exists',
      'secret_not_found', 'secret_in_command',
    ],
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
  countAgents: operation({
    kind: 'read',
    summary: 'How many agents of a company do what.',
    who: ['agent', 'board'],
    input: z.object({ companyId: Id }),
    output: AgentCounts,
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
      /** What must not be seen in anything that the agent prints. */
      hide: z.array(z.string()),
    }),
    refusals: ['agent_not_found', 'secret_not_found'],
  }),
  updateAgent: operation({
    http: 'PATCH /api/agents/:agentId',
    summary: 'Change an agent; an agent changes only a few fields of itself.',
    who: ['agent', 'board'],
    needs: 'manage_agents',
    input: agentPatch.extend({ ...agentInPath, ...ifVersion }),
    output: Agent,
    refusals: [
      'agent_not_found', 'not_your_agent', 'fields_not_yours', 'agent_not_editable', 'name_taken',
      'ceo_exists', 'would_make_cycle', 'unusable_path', 'secret_not_found', 'secret_in_command',
    ],
    says: ['agent.updated'],
    settles: everyCopyAfterBudget,
  }),
  updateAgentBudget: operation({
    http: 'PATCH /api/agents/:agentId/budgets',
    summary: 'Set what an agent may spend in a month; 0 is no limit.',
    who: ['agent', 'board'],
    needs: 'manage_budgets',
    input: z.object({ ...agentInPath, budgetMonthlyCents: Cents, ...ifVersion }),
    output: Agent,
    refusals: ['agent_not_found', 'not_your_report', 'agent_not_editable'],
    says: ['agent.updated'],
    settles: everyCopyAfterBudget,
  }),
  pauseAgent: statusChange({
    verb: 'pause',
    summary: 'Pause an agent; it starts no run and claims no work until it is resumed.',
    who: ['agent', 'board'],
    refusals: ['not_your_report', 'illegal_transition'],
    says: 'agent.paused',
  }),
  resumeAgent: statusChange({
    verb: 'resume',
    summary: 'Let a paused or failed agent work again.',
    who: ['agent', 'board'],
    refusals: ['not_your_report', 'illegal_transition', 'budget_spent'],
    says: 'agent.resumed',
  }),
  terminateAgent: statusChange({
    verb: 'terminate',
    summary: 'End an agent for good: its keys, its run and its open work.',
    who: ['board'],
    refusals: [],
    says: 'agent.terminated',
  }),
} as const;
