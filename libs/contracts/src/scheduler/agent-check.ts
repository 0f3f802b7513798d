/** The check of an agent before its first run: what a run would find where it would be started. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { wakeOutcomes } from './wake-events.ts';
import { AgentRef, Id, RunStatus } from '../vocabulary.ts';

/** What is checked, and what each check is about. */
export const checkMeanings = {
  agent: 'whether the agent is started at all: its status and that of its company',
  configuration:
    'whether the configuration can be started as it is, and whether its model and its price are known',
  adapter: 'whether this installation starts agents of this type',
  runner: 'whether a runner serves the agent and is connected',
  isolation: 'what keeps the programs of agents apart on that runner',
  freedom: 'what the program may do without asking, and as which user',
  home: 'whether the agent can write in its home, and whether its paths are short enough for the program',
  cwd: 'whether the working folder exists, whether the agent may enter and change it, and whose it is',
  roots: 'whether the folder and the instructions are where the operator allows',
  repository: 'settings, hooks and filters that the repository in the folder brings along',
  shared_cwd: 'whether other agents work in the same repository',
  worktree: 'whether a checkout of its own can be made for each issue',
  instructions: 'whether the instructions are found',
  credential:
    'where the program asks for models, and whether there is a key or login for it, and one of its form',
  program: 'whether the program is found and may be run',
  version: 'which version the program says that it is',
  gateway: 'whether SERVICE_API_URL answers from there',
  mcp: 'whether the MCP server of the gateway answers from there',
  address: 'whether the web service of the agent may be called and answers',
  last_request: 'when a remote agent last used a key of its own',
} as const satisfies Record<string, string>;
export const CheckCode = z.enum(Object.keys(checkMeanings) as [keyof typeof checkMeanings]);
export type CheckCode = z.output<typeof CheckCode>;

/** `unknown`: it could not be found out, such as in time. */
export const CheckLevel = z.enum(['ok', 'warn', 'fail', 'unknown']);
export type CheckLevel = z.output<typeof CheckLevel>;

export const AgentCheck = z.object({
  code: CheckCode,
  level: CheckLevel,
  message: z.string(),
  hint: z.string().nullable().describe('The next step; null where there is nothing to do.'),
});
export type AgentCheck = z.output<typeof AgentCheck>;

export const CheckReport = z.object({
  ok: z.boolean().describe('Whether nothing fails and nothing is unknown.'),
  checks: z.array(AgentCheck),
});
export type CheckReport = z.output<typeof CheckReport>;

/** Answer to a check with `hello`: a run like any other. */
export const HelloAnswer = z.union([
  z.object({ runId: Id, status: RunStatus }),
  z.object({ status: z.literal('skipped'), reason: z.string() }),
]);

const agentOfCheck = { agentId: AgentRef, companyId: Id.optional() };
const refusals = ['agent_not_found', 'not_your_report', 'agent_not_runnable'] as const;

export const checkEvents = {
  'agent.checked': event({
    entity: 'agent',
    version: 1,
    summary: 'An agent was checked, with what stands in the way of a run.',
    payload: z.object({
      agentId: Id,
      /** Whether nothing fails and nothing is unknown, apart from the last request of a remote agent. */
      ok: z.boolean(),
      failed: z.array(CheckCode),
      unknown: z.array(CheckCode),
      warned: z.array(CheckCode),
    }),
  }),
} as const;

/** Both are answered by the scheduler for `checkAgent` of the gateway. */
export const checkOperations = {
  inspectAgent: operation({
    kind: 'read',
    summary: 'What a run of an agent would find; starts nothing that works for the agent.',
    who: ['agent', 'board'],
    input: z.object(agentOfCheck),
    output: CheckReport,
    refusals: [...refusals, 'check_in_progress'],
  }),
  greetAgent: operation({
    kind: 'write',
    summary: 'Start a run of an agent to see whether it works.',
    who: ['agent', 'board'],
    needs: 'manage_agents',
    input: z.object(agentOfCheck),
    output: HelloAnswer,
    refusals,
    emits: ['run.queued', 'agent.loop_detected', ...wakeOutcomes],
  }),
} as const;
