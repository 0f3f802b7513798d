/** Agents: creating, reading, changing, pausing and terminating them. */
import { z } from 'zod';
import { Agent, AgentCounts, AgentDetail, agentPatch, newAgent } from './records.ts';
import { TimedRuntimeConfig } from './runtime-config.ts';
import { StoppedAgent } from './stopped-agents.ts';
import { CreatedAgent } from './created-agent.ts';
import { moreWaits, WaitingCount } from '../inbox-limits.ts';
import { operation } from '../define.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import { stored } from '../storage-quota.ts';
import {
  AdapterType,
  AgentRef,
  Cents,
  Id,
  ifVersion,
  JsonObject,
  page,
  PathId,
} from '../vocabulary.ts';

/** Every other service has a copy of companies and agents. */
export const everyCopy = {
  issues: {},
  approvals: {},
  billing: {},
  scheduler: {},
  gateway: {},
} as const;
/**
 * A raised limit may end a pause: billing emits that, agents resumes the agent, and every copy
 * follows.
 */
export const everyCopyAfterBudget = {
  ...everyCopy,
  billing: { agents: everyCopy, approvals: {} },
} as const;

/** An agent in a path; a board user who names it by its url key adds the company. */
export const agentInPath = { agentId: AgentRef, companyId: Id.optional() };

const statusOperation = <const Who extends 'agent' | 'board'>(spec: {
  readonly verb: 'pause' | 'resume' | 'terminate';
  readonly summary: string;
  readonly who: readonly Who[];
  readonly refusals: readonly RefusalCode[];
  readonly emits: 'agent.paused' | 'agent.resumed' | 'agent.terminated';
}) =>
  operation({
    http: `POST /api/agents/:agentId/${spec.verb}`,
    summary: spec.summary,
    who: spec.who,
    needs: 'manage_agents',
    input: z.object(agentInPath),
    output: Agent,
    refusals: ['agent_not_found', ...spec.refusals],
    emits: [spec.emits],
    settles: everyCopy,
  });

export const agentOperations = {
  createAgent: operation({
    http: 'POST /api/companies/:companyId/agents',
    summary: 'Add an agent without an approval.',
    who: ['board'],
    stores: true,
    agentsSend: 'POST /api/companies/:companyId/agent-hires',
    needs: 'manage_agents',
    status: 201,
    location: '/api/agents/:agentId',
    input: z.object({ companyId: PathId, ...newAgent }),
    output: CreatedAgent,
    refusals: [
      'agent_not_found',
      'tree_too_deep',
      'name_taken',
      'ceo_exists',
      'secret_not_found',
      'secret_in_command',
      'variable_not_allowed',
      'address_ignored',
    ],
    emits: ['agent.created'],
    settles: everyCopy,
  }),
  hireAgent: operation({
    http: 'POST /api/companies/:companyId/agent-hires',
    summary:
      'Hire an agent; it waits for the board if the company requires approval of hires, or if an ' +
      'agent hires one with a command, an environment, a URL or a secret, or with a role, a right or ' +
      'a budget above its own, or a timer below a minute.',
    who: ['agent', 'board'],
    stores: true,
    needs: 'manage_agents',
    status: 201,
    input: z.object({
      companyId: PathId,
      ...newAgent,
      sourceIssueId: Id.nullable().optional().describe('The issue that the hire is needed for.'),
      sourceIssueIds: z.array(Id).max(50).optional().describe('The issues, if there are several.'),
    }),
    output: z.object({
      agent: CreatedAgent,
      approval: z
        .object({ id: Id, type: z.literal('hire_agent'), status: z.literal('pending') })
        .nullable(),
    }),
    refusals: [
      'managers_only',
      'too_many_hires',
      'agent_not_found',
      'issue_not_found',
      'tree_too_deep',
      'name_taken',
      'ceo_exists',
      'secret_not_found',
      'secret_in_command',
      'variable_not_allowed',
      'address_ignored',
    ],
    emits: ['agent.hired', 'agent.hire_requested', 'agent_change.requested'],
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
    summary: 'How many agents of a company there are, by status.',
    who: ['agent', 'board'],
    input: z.object({ companyId: Id }),
    output: AgentCounts.extend(stored),
    refusals: [],
  }),
  listStoppedAgents: operation({
    kind: 'read',
    summary: 'Agents of all companies of the caller that a budget, a loop or an error has stopped.',
    who: ['board'],
    input: z.object({}),
    output: z.object({
      counts: z.array(WaitingCount),
      rows: z.array(StoppedAgent),
      ...moreWaits,
    }),
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
  locateAgent: operation({
    kind: 'read',
    summary: 'The company of an agent, for a service that has not heard of it yet.',
    who: ['service'],
    input: z.object({ agentId: AgentRef }),
    output: z.object({ companyId: Id }),
    refusals: ['agent_not_found'],
  }),
  getRunConfig: operation({
    kind: 'read',
    summary: 'What a worker needs to start an agent, secrets included. Never stored or logged.',
    who: ['service'],
    input: z.object({ agentId: Id }),
    output: z.object({
      agentId: Id,
      companyId: Id,
      name: z.string(),
      adapterType: AdapterType,
      adapterConfig: JsonObject,
      runtimeConfig: TimedRuntimeConfig,
      /**
       * The stored instructions of an agent whose adapter delivers them. Absent where there are none,
       * and in answers of the release before.
       */
      instructions: z.object({ version: z.int(), body: z.string() }).optional(),
      /** Secret values to mask in the output of the agent. */
      hide: z.array(z.string()),
      /**
       * Of the skills of an agent whose adapter delivers them: `getRunSkills` has their files. Absent
       * where there are none.
       */
      skillsSha256: z.string().optional(),
    }),
    refusals: ['agent_not_found', 'secret_not_found', 'variable_not_allowed', 'folder_not_allowed'],
  }),
  countAgentsInFolder: operation({
    kind: 'read',
    summary:
      'How many other agents of a company work in the same folder, without checkouts of their own.',
    who: ['service'],
    input: z.object({ companyId: Id, agentId: Id, cwd: z.string().max(4_096) }),
    output: z.object({ count: z.int() }),
    refusals: [],
  }),
  updateAgent: operation({
    http: 'PATCH /api/agents/:agentId',
    summary:
      'Change an agent. An agent may change a few fields of itself; what runs is changed by the board.',
    who: ['agent', 'board'],
    stores: ['capabilities', 'metadata'],
    needs: 'manage_agents',
    outlivesRun: true,
    input: agentPatch.extend({ ...agentInPath, ...ifVersion }),
    output: Agent,
    refusals: [
      'agent_not_found',
      'not_your_agent',
      'run_token_refused',
      'fields_not_yours',
      'needs_board',
      'agent_not_editable',
      'name_taken',
      'ceo_exists',
      'would_make_cycle',
      'tree_too_deep',
      'unusable_path',
      'secret_not_found',
      'secret_in_command',
      'variable_not_allowed',
      'address_ignored',
    ],
    emits: ['agent.updated'],
    settles: everyCopyAfterBudget,
  }),
  updateAgentBudget: operation({
    http: 'PATCH /api/agents/:agentId/budgets',
    summary: 'Set the monthly budget of an agent; 0 is no limit. A manager may only lower it.',
    who: ['agent', 'board'],
    needs: 'manage_budgets',
    outlivesRun: true,
    input: z.object({ ...agentInPath, budgetMonthlyCents: Cents, ...ifVersion }),
    output: Agent,
    refusals: [
      'agent_not_found',
      'not_your_report',
      'run_token_refused',
      'needs_board',
      'agent_not_editable',
    ],
    emits: ['agent.updated'],
    settles: everyCopyAfterBudget,
  }),
  pauseAgent: statusOperation({
    verb: 'pause',
    summary: 'Pause an agent; it starts no run and claims no work until it is resumed.',
    who: ['agent', 'board'],
    refusals: ['not_your_report', 'illegal_transition'],
    emits: 'agent.paused',
  }),
  resumeAgent: statusOperation({
    verb: 'resume',
    summary: 'Resume a paused or failed agent.',
    who: ['agent', 'board'],
    refusals: ['not_your_report', 'illegal_transition', 'paused_by_board', 'budget_spent'],
    emits: 'agent.resumed',
  }),
  terminateAgent: statusOperation({
    verb: 'terminate',
    summary: 'Terminate an agent for good: revoke its keys, end its run, release its issues.',
    who: ['board'],
    refusals: [],
    emits: 'agent.terminated',
  }),
} as const;
