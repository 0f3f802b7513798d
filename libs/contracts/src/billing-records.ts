/** Costs and where budgets stand: the records that billing answers with. */
import { z } from 'zod';
import { Cents, Id, page, PathId, Timestamp } from './vocabulary.ts';

/** Beyond all tokens of a report, and far below what a sum of them can hold. */
export const TOKENS_MAX = 1_000_000_000_000;
const Tokens = z.int().min(0).max(TOKENS_MAX);
/** A calendar month in the company's zone: `2026-11`. */
export const Month = z.string().regex(/^\d{4}-\d{2}$/);
/** A calendar day in the company's zone: `2026-11-20`. */
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** A time that a cost can have; the bounds keep a wrong unit or a typing error out of the books. */
export const Moment = Timestamp.refine((time) => time >= '2000' && time < '2100', {
  error: 'a time between the years 2000 and 2100',
});

export const costFields = {
  agentId: Id,
  costCents: Cents,
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200),
  occurredAt: Moment,
  inputTokens: Tokens,
  outputTokens: Tokens,
  cachedInputTokens: Tokens,
  issueId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  runId: Id.nullable(),
  billingCode: z.string().max(200).nullable(),
};

/**
 * How sure the price is. An unknown one is never a price of zero: `costCents` is then what the
 * budget is charged for the tokens, at the dearest price that the operator expects.
 */
export const PriceStatus = z.enum(['measured', 'estimated', 'unknown']);
export type PriceStatus = z.output<typeof PriceStatus>;

export const CostEvent = z.object({
  id: Id,
  eventId: z.string(),
  companyId: Id,
  month: Month,
  ...costFields,
  occurredAt: Timestamp,
  priceStatus: PriceStatus,
  createdAt: Timestamp,
});
export type CostEvent = z.output<typeof CostEvent>;

export const BudgetState = z.object({
  limitCents: z.int(),
  spentCents: z.int(),
  /** null: no limit. */
  remainingCents: z.int().nullable(),
  /** True from 100 %: whoever spends must stop. */
  stop: z.boolean(),
});

/** What costs add up to. */
export const sums = {
  costCents: z.int(),
  /** The part of `costCents` that was charged because nobody knew the price. */
  unknownCents: z.int(),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  events: z.int(),
};

/** What lists of costs are asked for; without `from` and `to` it is the current month. */
export const costWindow = {
  companyId: PathId,
  /** From this moment on. */
  from: Moment.optional(),
  /** Up to, and without, this moment. */
  to: Moment.optional(),
};

/** Single costs are asked for by what they were for; without `from` and `to` it is all of them. */
export const costFilter = {
  ...costWindow,
  agentId: Id.optional(),
  issueId: Id.optional(),
  projectId: Id.optional(),
  runId: Id.optional(),
  ...page,
};
