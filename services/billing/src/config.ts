/** Environment variables of billing, besides those of every service. */
import { CENTS_MAX } from '@muster/contracts';
import { retentionDays } from '@muster/service-kit';
import { z } from 'zod';

export const billingConfig = z.object({
  BUDGET_SLICE_CENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(50)
    .describe('Most cents of a limited budget that a run reserves before it starts.'),
  BUDGET_SWEEP_SECONDS: z.coerce
    .number()
    .min(0.05)
    .max(3_600)
    .default(5)
    .describe('Interval of the sweep that voids expired reservations and restores budgets.'),
  UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(2_000)
    .describe('Price charged for tokens whose price is unknown; 0 charges nothing.'),
  MUSTER_COST_MAX_CENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(CENTS_MAX)
    .default(1_000_000)
    .describe('Most cents that one cost of an agent, or the usage of one run, may have.'),
  RETENTION_RESERVATIONS_DAYS: retentionDays(
    90,
    'Days for which the reservation of a run, and what was booked for it, are kept. Costs stay.',
  ),
  BOOKS_AUDIT_HOURS: z.coerce
    .number()
    .min(0.0001)
    .max(8_760)
    .default(24)
    .describe('Interval of the audit that compares the sums of each company with its costs.'),
});

export type BillingConfig = z.output<typeof billingConfig>;

/** The kit has read it by the schema above, and passes it on without its type. */
export const billingConfigOf = ({ config }: { readonly config: object }): BillingConfig =>
  config as BillingConfig;
