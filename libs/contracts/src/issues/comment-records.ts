/** Comments on issues, and whom they mention. */
import { z } from 'zod';
import { Redaction } from '../redaction.ts';
import { Id, Timestamp } from '../vocabulary.ts';

export const Mention = z.object({
  agentId: Id,
  name: z.string(),
  woken: z
    .boolean()
    .describe(
      'Whether the mention wakes the agent now. In an event: whether a wake-up is recorded.',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why it does not: quoted, wake_on_demand_off, too_many_wakes, agent_paused or company_paused; ' +
        'the last two wake it as soon as they end.',
    ),
});
export type Mention = z.output<typeof Mention>;
/** What stands after an @ and is the name of no agent. */
export const UnresolvedMention = z.object({
  text: z.string(),
  nearest: z
    .object({ agentId: Id, name: z.string() })
    .optional()
    .describe('The agent whose name is most like it.'),
});
export type UnresolvedMention = z.output<typeof UnresolvedMention>;
export const Comment = z.object({
  id: Id,
  companyId: Id,
  issueId: Id,
  body: z.string(),
  authorAgentId: Id.nullable(),
  authorUserId: Id.nullable(),
  authorName: z.string(),
  mentions: z.array(Mention),
  unresolvedMentions: z
    .array(UnresolvedMention)
    .optional()
    .describe(
      'Only in the answer to what wrote the comment, and only if there are any; at most 20.',
    ),
  note: z
    .string()
    .optional()
    .describe(
      'Only in the answer to what wrote the comment: which names no agent has, and that the comment ' +
        'wakes nobody, because the issue is done, cancelled, in the backlog or nobody is assigned.',
    ),
  runId: Id.nullable(),
  createdAt: Timestamp,
  redacted: Redaction.optional().describe(
    'Only where the text was redacted: `body` is `[redacted]` then.',
  ),
});
export type Comment = z.output<typeof Comment>;
