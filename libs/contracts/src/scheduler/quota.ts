/**
 * Quotas of model providers. Agents with the same login share one: their quota group. When it is used
 * up, no run of the group starts until it begins again.
 */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { AgentRef, Id, Timestamp } from '../vocabulary.ts';

/** Agents in one event of a group; a larger group has several events. */
export const QUOTA_EVENT_AGENTS_MAX = 500;

const QuotaGroup = z
  .string()
  .describe(
    '`named:` and adapterConfig.quotaGroup, `login:` and a keyed hash of the adapter type and the ' +
      'credential, or `agent:` and the id of an agent that shares its quota with no other.',
  );

const groupOfAgents = { quotaGroup: QuotaGroup, agentIds: z.array(Id) };

export const quotaOperations = {
  liftQuotaHold: operation({
    http: 'POST /api/agents/:agentId/quota-hold/lift',
    summary:
      'Let an agent and all agents of its quota group start runs again before their quota begins ' +
      'anew, such as after the plan was extended. Without a hold it does nothing.',
    who: ['board'],
    needs: 'manage_agents',
    input: z.object({ agentId: AgentRef, companyId: Id.optional() }),
    output: z.object({
      agentId: Id,
      companyId: Id,
      quotaGroup: QuotaGroup,
      /** The agents that were held; the first of a very large group. */
      agentIds: z.array(Id),
    }),
    refusals: ['agent_not_found'],
    emits: ['quota.lifted', 'run.queued'],
    settles: { agents: {} },
  }),
} as const;

export const quotaEvents = {
  'quota.held': event({
    entity: 'agent',
    version: 1,
    summary:
      'The quota of a model provider is used up, or it is away: no run of its agents starts until then.',
    payload: z.object({
      ...groupOfAgents,
      until: Timestamp,
      /** The agent and the run whose provider said so. */
      agentId: Id,
      runId: Id,
      /** Absent for a quota; `provider_busy`: the provider is overloaded or away. */
      reason: z.string().optional(),
    }),
  }),
  'quota.lifted': event({
    entity: 'agent',
    version: 1,
    summary:
      'The board, or the end of an outage, lets the agents of a quota group start runs again.',
    payload: z.object({ ...groupOfAgents, agentId: Id }),
  }),
  'quota.nearly_used': event({
    entity: 'agent',
    version: 1,
    summary: 'A model provider warns that a quota is nearly used up. At most once an hour.',
    payload: z.object({ quotaGroup: QuotaGroup, agentId: Id, runId: Id }),
  }),
} as const;
