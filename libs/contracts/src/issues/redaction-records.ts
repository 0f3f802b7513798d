/** Texts that were taken away: who has done so, when and why. */
import { z } from 'zod';
import { Id, Timestamp } from '../vocabulary.ts';

/** Stands in place of a text that was redacted. */
export const REDACTED_TEXT = '[redacted]';

const REASON_MAX = 500;

export const RedactionReason = z.string().trim().min(1).max(REASON_MAX);

/** What is left of a text: never its words, nor its size. */
export const Redaction = z.object({
  at: Timestamp,
  byAgentId: Id.nullable().describe('The agent that has redacted it; null if a board user has.'),
  byUserId: Id.nullable().describe('The board user who has redacted it; null if an agent has.'),
  byName: z.string(),
  reason: z.string().nullable(),
});
export type Redaction = z.output<typeof Redaction>;
