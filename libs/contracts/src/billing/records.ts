/** Costs and the state of budgets, as answers show them. */
import { z } from 'zod';
import {
  Cents,
  Id,
  Month,
  page,
  PathId,
  PriceDate,
  PriceStatus,
  Timestamp,
} from '../vocabulary.ts';

/** More tokens than a report can have, and far below the limit of their sums. */
export const TOKENS_MAX = 1_000_000_000_000;
const Tokens = z.int().min(0).max(TOKENS_MAX);
/** A calendar day in the company's time zone: `2026-11-20`. */
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** All money is in cents of this currency. */
export const CURRENCY = 'USD';
export const Currency = z.literal(CURRENCY).describe('The currency of everything in cents.');

const isInCentury = (time: string): boolean => time >= '2000' && time < '2100';

/** When a cost occurred; the bounds refuse a wrong unit and most typing errors. */
export const CostTime = Timestamp.refine(isInCentury, {
  error: 'a time between the years 2000 and 2100',
});

export const costFields = {
  agentId: Id,
  costCents: Cents,
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200),
  occurredAt: CostTime,
  inputTokens: Tokens,
  outputTokens: Tokens,
  cachedInputTokens: Tokens,
  issueId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  runId: Id.nullable(),
  billingCode: z.string().max(200).nullable(),
};

export const CostEvent = z.object({
  id: Id,
  eventId: z.string(),
  companyId: Id,
  month: Month,
  ...costFields,
  occurredAt: Timestamp,
  priceStatus: PriceStatus,
  /** Of the price list that the cost was calculated with; null where none was used. */
  priceDate: PriceDate.nullable().optional(),
  createdAt: Timestamp,
  /** Negative in a void, which takes a cost back. */
  costCents: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedInputTokens: z.int(),
  /** Of a void: the cost that it takes back, and why. */
  voidsCostId: Id.optional(),
  voidReason: z.string().optional(),
  /** Of a cost that was taken back: its void. */
  voidedByCostId: Id.optional(),
});
export type CostEvent = z.output<typeof CostEvent>;

export const BudgetState = z.object({
  limitCents: z.int(),
  spentCents: z.int(),
  /** null: no limit. */
  remainingCents: z.int().nullable(),
  /** True from 100 %: the agent must stop. */
  stop: z.boolean(),
});

/** Sums of costs. */
export const sums = {
  costCents: z.int(),
  /** The part of `costCents` that was charged by tokens because the price is unknown. */
  unknownCents: z.int(),
  /** The part of `costCents` that was calculated from a price list or estimated by its reporter. */
  estimatedCents: z.int().optional(),
  /** Costs whose price is unknown, without those that were taken back; 0: all prices are known. */
  unknownEvents: z.int().optional(),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  events: z.int(),
};

/** The period of a list: each field narrows it; without any, it is the current month. */
export const costWindow = {
  companyId: PathId,
  /** Start of the period, inclusive. */
  from: CostTime.optional(),
  /** End of the period, exclusive. */
  to: CostTime.optional(),
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe("Only this month in the company's time zone, such as `2026-11`."),
  day: z.iso
    .date()
    .refine(isInCentury, { error: 'a day between the years 2000 and 2100' })
    .optional()
    .describe("Only this day in the company's time zone, such as `2026-11-20`."),
};

/** Filters of single costs; without a period the list has all of them. */
export const costFilter = {
  ...costWindow,
  agentId: Id.optional(),
  issueId: Id.optional(),
  projectId: Id.optional(),
  runId: Id.optional(),
  ...page,
};
