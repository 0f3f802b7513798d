/**
 * Changes of agents that only the board may decide on. The agents service checks them and keeps them,
 * because it knows the configuration; the approvals service opens the approval, and the decision
 * comes back as an event.
 */
import { z } from 'zod';
import { agentPatch } from './records.ts';
import { Approval, FieldChange } from '../approvals/records.ts';
import { event, operation } from '../define.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import { Id, JsonObject, PathId, Timestamp } from '../vocabulary.ts';

/** The refusals of `createApproval` for the type change_agent. */
export const refusalsOfChanges = [
  'agent_not_found',
  'acting_as_another_agent',
  'not_your_agent',
  'agent_not_editable',
  'name_taken',
  'ceo_exists',
  'would_make_cycle',
  'tree_too_deep',
  'unusable_path',
  'secret_in_resubmission',
  'secret_not_found',
  'secret_in_command',
  'variable_not_allowed',
  'address_ignored',
] as const satisfies readonly RefusalCode[];

export const changeOperations = {
  requestAgentChange: operation({
    kind: 'write',
    summary: 'Ask the board to change an agent. The gateway sends it createApproval of this type.',
    who: ['agent', 'board'],
    stores: true,
    needs: 'manage_agents',
    status: 201,
    input: z.object({
      companyId: PathId,
      type: z.literal('change_agent'),
      requestedByAgentId: Id.optional(),
      payload: z.object({ agentId: Id, patch: agentPatch }),
      issueIds: z.array(Id).max(50).default([]),
    }),
    output: Approval,
    refusals: refusalsOfChanges,
    emits: ['agent_change.requested'],
    settles: { approvals: {} },
  }),
} as const;

export const changeEvents = {
  'agent_change.requested': event({
    entity: 'agent_change',
    version: 1,
    summary: 'A change of an agent waits for the board.',
    payload: z.object({
      agentId: Id,
      approvalId: Id,
      requestedByAgentId: Id.nullable(),
      requestedByUserId: Id.nullable(),
      issueIds: z.array(Id),
      /** The change as requested; it refers to secrets and has none. */
      patch: JsonObject,
      changes: z.array(FieldChange),
      requestedAt: Timestamp,
    }),
  }),
  'agent_change.applied': event({
    entity: 'agent_change',
    version: 1,
    summary: 'An approved change was applied to an agent.',
    payload: z.object({ agentId: Id, approvalId: Id }),
  }),
  'agent_change.dropped': event({
    entity: 'agent_change',
    version: 1,
    summary: 'An approved change was not applied, because the agent or what it refers to changed.',
    payload: z.object({ agentId: Id, approvalId: Id }),
  }),
} as const;
