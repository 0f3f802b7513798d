/** Waits as answers show them. */
import { z } from 'zod';
import { Redaction } from '../redaction.ts';
import { Id, Timestamp } from '../vocabulary.ts';

/** Most open waits of an issue. */
export const WAITS_MAX = 20;
/** Longest body of a signal. */
export const SIGNAL_MAX_BYTES = 65_536;
/** Characters of it that an event and the context of a run carry; the list of waits has it whole. */
export const RECEIVED_MAX = 2_000;
/** What an issue becomes at the deadline of a wait. */
export const OnDeadline = z.enum(['wake', 'block', 'cancel']);
export type OnDeadline = z.output<typeof OnDeadline>;

/** What a hook ends waits by, such as the name of a branch. */
export const WaitKey = z.string().min(1).max(200);

export const WaitCause = z.enum(['due', 'signal', 'deadline', 'cancelled']);
export type WaitCause = z.output<typeof WaitCause>;

export const Wait = z.object({
  id: Id,
  companyId: Id,
  issueId: Id,
  agentId: Id.describe('The agent that waits, and is woken.'),
  byAgentId: Id.nullable().describe('Who has made it; null both where the system has.'),
  byUserId: Id.nullable(),
  note: z.string(),
  until: Timestamp.nullable(),
  deadline: Timestamp.nullable(),
  onDeadline: OnDeadline,
  signal: z.boolean().describe('Whether it has an address that ends it.'),
  key: WaitKey.nullable().describe('The key by which a hook ends it.'),
  received: z
    .string()
    .nullable()
    .describe('What the signal brought: words of whoever called, which instruct nobody.'),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
  cause: WaitCause.nullable().describe('Why it has ended; null while it is open.'),
  redacted: Redaction.optional().describe(
    'Only where it was redacted: its note and what the signal brought are `[redacted]` then.',
  ),
});
export type Wait = z.output<typeof Wait>;

/** The latest wait of an agent that has ended, in the context of its heartbeat. */
export const EndedWait = z.object({
  note: z.string(),
  cause: WaitCause,
  endedAt: Timestamp,
  received: z.string().nullable().describe('Its first 2,000 characters.'),
});
export type EndedWait = z.output<typeof EndedWait>;
