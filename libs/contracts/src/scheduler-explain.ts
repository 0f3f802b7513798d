/** Why an agent was woken by something, or why not, from what is kept of it. */
import { z } from 'zod';
import { operation } from './define.ts';
import { Run } from './scheduler-records.ts';
import { AgentRef, AgentStatus, CompanyStatus, Id, RunSource, Timestamp } from './vocabulary.ts';

/** What an agent may have been woken by; the most particular one that is given counts. */
export const wakeSubject = {
  issueId: Id.optional(),
  commentId: Id.optional(),
  approvalId: Id.optional(),
};

const about = { issueId: Id.nullable(), commentId: Id.nullable(), approvalId: Id.nullable() };

export const WakeRecord = z.object({
  id: Id,
  source: RunSource,
  reason: z.string(),
  /** `coalesced`: a queued run has it; `delivered`: the agent was told. */
  status: z.enum(['pending', 'coalesced', 'delivered', 'skipped', 'failed']),
  /** Runs between the first cause of its chain and this wake-up. */
  hops: z.int(),
  causedByRunId: Id.nullable(),
  ...about,
  runId: Id.nullable(),
  createdAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
});
export type WakeRecord = z.output<typeof WakeRecord>;

export const SkipRecord = z.object({
  at: Timestamp, source: RunSource, reason: z.string(), ...about,
});
export type SkipRecord = z.output<typeof SkipRecord>;

export const SkipCount = z.object({ reason: z.string(), count: z.int(), lastAt: Timestamp });
export type SkipCount = z.output<typeof SkipCount>;

export const WakeRecords = z.object({
  agentId: Id,
  companyId: Id,
  agentStatus: AgentStatus,
  companyStatus: CompanyStatus,
  wakeOnDemand: z.boolean(),
  /** What keeps the agent from runs for a while; null where nothing does. */
  heldFor: z.string().nullable(),
  /** The run that it has now. */
  liveRunId: Id.nullable(),
  /** About the subject, the newest first, twenty at most. */
  wakes: z.array(WakeRecord),
  runs: z.array(Run),
  /** About the subject, of the last twenty of each reason. */
  skips: z.array(SkipRecord),
  /** Everything that this agent was ever passed over for. */
  skipCounts: z.array(SkipCount),
});
export type WakeRecords = z.output<typeof WakeRecords>;

export const explainOperations = {
  listWakeRecords: operation({
    kind: 'read',
    summary: 'What is kept of the wake-ups of an agent about one thing.',
    who: ['agent', 'board'],
    input: z.object({ agentId: AgentRef, companyId: Id.optional(), ...wakeSubject }),
    output: WakeRecords,
    refusals: ['agent_not_found'],
  }),
} as const;
