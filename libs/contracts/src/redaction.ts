/** Texts that were taken away: who has done so, when and why. */
import { z } from 'zod';
import { Id, Timestamp, type Actor } from './vocabulary.ts';

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

export const redactionBy = (actor: Actor, at: string, reason: string | undefined): Redaction => ({
  at,
  byAgentId: actor.type === 'agent' ? actor.id : null,
  byUserId: actor.type === 'user' ? actor.id : null,
  byName: actor.name,
  reason: reason ?? null,
});

/** A row of what may be redacted: most are not, and answers then say nothing of it. */
export type Redactable<Shown extends { readonly redacted?: unknown }> = Omit<Shown, 'redacted'> & {
  readonly redacted: Redaction | null;
};

export const showRedaction = <Row extends { readonly redacted: Redaction | null }>({
  redacted,
  ...row
}: Row): Omit<Row, 'redacted'> & { readonly redacted?: Redaction } =>
  redacted === null ? row : { ...row, redacted };
