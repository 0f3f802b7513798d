/** The scheduler's records on why an agent was or was not woken. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { FormerRunWarning, Run } from './records.ts';
import {
  AdapterType,
  AgentRef,
  AgentStatus,
  CompanyStatus,
  Id,
  RunSource,
  Timestamp,
} from '../vocabulary.ts';

/** What may have woken an agent: the most specific id that is given counts. */
export const wakeSubject = {
  issueId: Id.optional(),
  commentId: Id.optional(),
  approvalId: Id.optional(),
};

const subjectFields = {
  issueId: Id.nullable(),
  commentId: Id.nullable(),
  approvalId: Id.nullable(),
};

export const WakeRecord = z.object({
  id: Id,
  source: RunSource,
  reason: z.string(),
  /** `coalesced`: part of a queued run; `delivered`: a run of the agent has started with it. */
  status: z.enum(['pending', 'coalesced', 'delivered', 'skipped', 'failed']),
  /** Number of runs between the root cause and this wake-up. */
  hops: z.int(),
  causedByRunId: Id.nullable(),
  ...subjectFields,
  runId: Id.nullable(),
  createdAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
});
export type WakeRecord = z.output<typeof WakeRecord>;

export const SkipRecord = z.object({
  at: Timestamp,
  source: RunSource,
  reason: z.string(),
  ...subjectFields,
});
export type SkipRecord = z.output<typeof SkipRecord>;

export const SkipCount = z.object({ reason: z.string(), count: z.int(), lastAt: Timestamp });
export type SkipCount = z.output<typeof SkipCount>;

export const WakeRecords = z.object({
  agentId: Id,
  companyId: Id,
  agentStatus: AgentStatus,
  /** The release before leaves it out. */
  adapterType: AdapterType.optional(),
  companyStatus: CompanyStatus,
  wakeOnDemand: z.boolean(),
  /** Why runs of the agent are on hold; null if they are not. */
  heldFor: z.string().nullable(),
  /** When the hold ends by itself; null where it does not, or where there is none. */
  heldUntil: Timestamp.nullable().optional(),
  /** The queued or running run of the agent. */
  liveRunId: Id.nullable(),
  /** Wake-ups by the subject, newest first; at most twenty. */
  wakes: z.array(WakeRecord),
  runs: z.array(Run.extend({ warnings: z.array(FormerRunWarning).optional() })),
  /** Skipped wake-ups by the subject, among the last twenty of each reason. */
  skips: z.array(SkipRecord),
  /** Counts of all skipped wake-ups of this agent, by reason. */
  skipCounts: z.array(SkipCount),
});
export type WakeRecords = z.output<typeof WakeRecords>;

/** Wake-ups in one answer. */
export const WAKES_SHOWN_MAX = 100;

export const AgentWakes = WakeRecords.pick({
  agentId: true,
  companyId: true,
  agentStatus: true,
  companyStatus: true,
  wakeOnDemand: true,
  heldFor: true,
  heldUntil: true,
  liveRunId: true,
  skipCounts: true,
}).extend({
  /** When the timer of the agent is due next; null where it has none that is active. */
  nextDueAt: Timestamp.nullable(),
  pending: z
    .array(WakeRecord)
    .describe(
      `Wake-ups that wait, and those that its queued run carries; oldest first, at most ` +
        `${WAKES_SHOWN_MAX}.`,
    ),
  skips: z
    .array(SkipRecord)
    .describe('Skipped wake-ups by an issue, a comment or an approval, newest first.'),
});
export type AgentWakes = z.output<typeof AgentWakes>;

export const explainOperations = {
  getAgentWakes: operation({
    http: 'GET /api/agents/:agentId/wakes',
    summary:
      'What wakes an agent next, what holds it, and which wake-ups wait or were skipped lately.',
    who: ['agent', 'board'],
    input: z.object({ agentId: AgentRef, companyId: Id.optional() }),
    output: AgentWakes,
    refusals: ['agent_not_found'],
  }),
  listWakeRecords: operation({
    kind: 'read',
    summary: 'The records of the wake-ups of an agent by one subject.',
    who: ['agent', 'board'],
    input: z.object({ agentId: AgentRef, companyId: Id.optional(), ...wakeSubject }),
    output: WakeRecords,
    refusals: ['agent_not_found'],
  }),
} as const;
