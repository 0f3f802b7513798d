/** Bounds of the inbox of a board user, which each service applies to its part. */
import { z } from 'zod';
import { Id } from './vocabulary.ts';

/** Rows of one kind: a first screen, and more than a person reads before deciding some. */
export const INBOX_ROWS_MAX = 100;
/** A higher number is shown as this one. */
export const INBOX_COUNT_MAX = 1_000;
/** Rows of one kind that are counted, the newest of all companies: some ten milliseconds. */
export const INBOX_WAITING_MAX = 10_000;
/** Companies in the counts of one kind: those with the newest rows. */
export const INBOX_COMPANIES_MAX = 1_000;

/** How many wait in a company; a company in which none waits is left out. */
export const WaitingCount = z.object({ companyId: Id, count: z.int() });
export type WaitingCount = z.output<typeof WaitingCount>;

/** Whether a part of the inbox has left something out of its counts. */
export const moreWaits = { more: z.boolean().optional() } as const;
