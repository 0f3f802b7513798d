/** Why an agent was or was not woken, from the scheduler's records and the subject itself. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { SkipCount, WakeRecord, wakeSubject } from '../scheduler/explain.ts';
import { Run } from '../scheduler/records.ts';
import { AgentRef, Id, IssueRef, Timestamp } from '../vocabulary.ts';

export const WakeExplanation = z.object({
  agentId: Id,
  companyId: Id,
  /** Whether a run has delivered the wake-up to the agent. */
  woken: z.boolean(),
  /** A stable code: why the agent was woken, what the wake-up waits for, or why there is none. */
  reason: z.string(),
  /** The reason as a sentence, with the next step. */
  explanation: z.string(),
  /** Until when the wake-up waits; null where it does not wait for a time. */
  heldUntil: Timestamp.nullable().optional(),
  wake: WakeRecord.nullable(),
  run: Run.nullable(),
  /** The recorded steps, oldest first. */
  trail: z.array(
    z.object({
      at: Timestamp,
      what: z.enum(['comment', 'issue', 'approval', 'wake', 'skip', 'run']),
      says: z.string(),
      id: Id.nullable(),
    }),
  ),
  /** Counts of all skipped wake-ups of this agent, by reason. */
  skips: z.array(SkipCount),
});
export type WakeExplanation = z.output<typeof WakeExplanation>;

export const composedExplain = {
  explainWake: operation({
    http: 'GET /api/agents/:agentId/explain-wake',
    summary: 'Why an agent was or was not woken by an issue, a comment or an approval.',
    who: ['agent', 'board'],
    input: z
      .object({
        agentId: AgentRef,
        ...wakeSubject,
        issueId: IssueRef.optional(),
      })
      .refine(({ issueId, commentId, approvalId }) => issueId ?? commentId ?? approvalId, {
        error: 'one of issueId, commentId and approvalId is needed',
        path: ['issueId'],
      }),
    output: WakeExplanation,
    refusals: ['agent_not_found', 'issue_not_found', 'comment_not_found', 'approval_not_found'],
  }),
} as const;
