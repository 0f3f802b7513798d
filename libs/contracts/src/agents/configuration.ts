/** The configuration of agents, its revisions, and the reporting tree. */
import { z } from 'zod';
import { agentInPath, everyCopy } from './operations.ts';
import { Agent, AgentConfiguration, ConfigRevision, OrgNode, RolledBackAgent } from './records.ts';
import { operation } from '../define.ts';
import { ifVersion, page, PathId } from '../vocabulary.ts';

/** Longest path that any operating system accepts. */
const PATH_MAX = 4_096;

/** Revisions that are kept for an agent; older ones are deleted. */
export const CONFIG_REVISIONS_KEPT = 100;

export const configurationOperations = {
  getOrg: operation({
    http: 'GET /api/companies/:companyId/org',
    summary: 'The reporting tree of a company, without terminated agents.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId }),
    output: z.array(OrgNode),
    refusals: [],
  }),
  listAgentConfigurations: operation({
    http: 'GET /api/companies/:companyId/agent-configurations',
    summary: 'The configurations of the agents of a company, secrets masked.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(AgentConfiguration),
    paged: true,
    refusals: [],
  }),
  getAgentConfiguration: operation({
    http: 'GET /api/agents/:agentId/configuration',
    summary: 'The configuration of one agent, secrets masked.',
    who: ['agent', 'board'],
    input: z.object(agentInPath),
    output: AgentConfiguration,
    refusals: ['agent_not_found'],
  }),
  setInstructionsPath: operation({
    http: 'PATCH /api/agents/:agentId/instructions-path',
    summary: 'Set the path of the instructions of an agent; null removes it.',
    who: ['agent', 'board'],
    needs: 'manage_agents',
    input: z.object({
      ...agentInPath,
      path: z.string().min(1).max(PATH_MAX).nullable(),
      adapterConfigKey: z.string().min(1).max(100).optional(),
      ...ifVersion,
    }),
    output: Agent,
    refusals: [
      'agent_not_found',
      'not_your_agent',
      'needs_board',
      'agent_not_editable',
      'not_a_path_key',
      'unusable_path',
    ],
    emits: ['agent.updated'],
    settles: everyCopy,
  }),
  listConfigRevisions: operation({
    http: 'GET /api/agents/:agentId/config-revisions',
    summary: `The last ${CONFIG_REVISIONS_KEPT} configuration revisions of an agent, newest first, secrets masked.`,
    who: ['agent', 'board'],
    input: z.object({ ...agentInPath, ...page }),
    output: z.array(ConfigRevision),
    paged: true,
    refusals: ['agent_not_found'],
  }),
  rollBackConfig: operation({
    http: 'POST /api/agents/:agentId/config-revisions/:revisionId/rollback',
    summary:
      'Restore what an agent runs as it was after a revision: adapter, its configuration and runtime ' +
      'configuration, with its name, title, icon and capabilities. What stays as it is is in `left`.',
    who: ['agent', 'board'],
    needs: 'manage_agents',
    outlivesRun: true,
    input: z.object({ ...agentInPath, revisionId: PathId }),
    output: RolledBackAgent,
    refusals: [
      'agent_not_found',
      'revision_not_found',
      'foreign_revision',
      'not_your_agent',
      'run_token_refused',
      'fields_not_yours',
      'needs_board',
      'agent_not_editable',
      'name_taken',
      'ceo_exists',
      'would_make_cycle',
      'tree_too_deep',
      'secret_not_found',
      'secret_deleted',
      'secret_in_command',
      'variable_not_allowed',
      'address_ignored',
    ],
    emits: ['agent.updated'],
    settles: everyCopy,
  }),
} as const;
