/** Environment variables of this service alone. */
import { z } from 'zod';

export const billingConfig = z.object({
  BUDGET_SLICE_CENTS: z.coerce.number().int().min(1).max(1_000_000).default(50)
    .describe('Most cents that one run reserves of a limited budget before it starts.'),
  BUDGET_SWEEP_SECONDS: z.coerce.number().min(0.05).max(3_600).default(5)
    .describe('How often expired reservations and budgets of a new month are looked for.'),
  UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS: z.coerce.number().int().min(0).max(100_000_000)
    .default(2_000)
    .describe('What a budget is charged for tokens whose price nobody knows; 0 charges nothing.'),
  BOOKS_AUDIT_HOURS: z.coerce.number().min(0.0001).max(8_760).default(24)
    .describe('How often the sums of each company are compared with its costs.'),
});

export type BillingConfig = z.output<typeof billingConfig>;
