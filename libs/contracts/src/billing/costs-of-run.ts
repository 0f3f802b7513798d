/** What a run has cost, for its receipt. */
import { z } from 'zod';
import { sums } from './records.ts';
import { operation } from '../define.ts';
import { Id, PriceStatus } from '../vocabulary.ts';

/** Models in the costs of a run; the total has all of them. */
export const MODELS_OF_RUN_MAX = 20;

/** What the cost of a run was compared with when it ended. */
export const unusualCost = {
  /** Of the agent's runs before it. */
  medianCents: z.int(),
  /** How many runs the median is of. */
  runs: z.int(),
};

export const CostsOfRun = z.object({
  /** Of all costs of the run; amounts that were taken back are subtracted. */
  ...sums,
  /** Highest cost first, a line for each model and way in which its price was found. */
  byModel: z.array(
    z.object({ provider: z.string(), model: z.string(), priceStatus: PriceStatus, ...sums }),
  ),
  /** Whether there are more lines in `byModel`. */
  more: z.boolean(),
  /** Where the run has cost far more than the runs of its agent before it; otherwise null. */
  unusual: z.object(unusualCost).nullable().optional(),
});
export type CostsOfRun = z.output<typeof CostsOfRun>;

export const costsOfRun = {
  listCostsOfRun: operation({
    kind: 'read',
    summary: 'What a run has cost: in total, and by model.',
    who: ['agent', 'board'],
    input: z.object({ companyId: Id, runId: Id }),
    output: CostsOfRun,
    refusals: [],
  }),
} as const;
