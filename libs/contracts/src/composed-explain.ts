/** Why an agent was or was not woken: from the scheduler's records and from the thing itself. */
import { z } from 'zod';
import { operation } from './define.ts';
import { SkipCount, WakeRecord, wakeSubject } from './scheduler-explain.ts';
import { Run } from './scheduler-records.ts';
import { AgentRef, Id, IssueRef, Timestamp } from './vocabulary.ts';

export const WakeExplanation = z.object({
  agentId: Id,
  companyId: Id,
  /** Whether a run has told the agent. */
  woken: z.boolean(),
  /** A stable code: why it was woken, what it waits for, or why it was not. */
  reason: z.string(),
  /** The same in a sentence, with what to do about it. */
  explanation: z.string(),
  wake: WakeRecord.nullable(),
  run: Run.nullable(),
  /** What is known of it, the oldest first. */
  trail: z.array(z.object({
    at: Timestamp,
    what: z.enum(['comment', 'issue', 'approval', 'wake', 'skip', 'run']),
    says: z.string(),
    id: Id.nullable(),
  })),
  /** Everything that this agent was ever passed over for. */
  skips: z.array(SkipCount),
});
export type WakeExplanation = z.output<typeof WakeExplanation>;

export const composedExplain = {
  explainWake: operation({
    http: 'GET /api/agents/:agentId/explain-wake',
    summary: 'Why an agent was or was not woken by an issue, a comment or an approval.',
    who: ['agent', 'board'],
    input: z.object({
      agentId: AgentRef, ...wakeSubject, issueId: IssueRef.optional(),
    }).refine(
      ({ issueId, commentId, approvalId }) => issueId ?? commentId ?? approvalId,
      { error: 'one of issueId, commentId and approvalId is needed', path: ['issueId'] },
    ),
    output: WakeExplanation,
    refusals: ['agent_not_found', 'issue_not_found', 'comment_not_found', 'approval_not_found'],
  }),
} as const;
