/** What one run or one issue has cost. */
import { z } from 'zod';
import { Currency, sums } from './records.ts';
import { operation } from '../define.ts';
import { Id, Month, PriceStatus } from '../vocabulary.ts';

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

/** Months and agents in the costs of an issue; the total has all of them. */
export const PARTS_OF_ISSUE_MAX = 24;
/** Single costs of an issue that are read to say which agents they are of: the newest ones. */
export const COSTS_OF_ISSUE_MAX = 5_000;

export const CostsOfIssue = z.object({
  issueId: Id,
  issueIdentifier: z.string().nullable(),
  issueTitle: z.string().nullable(),
  currency: Currency,
  /** Of all costs of the issue, at any time; amounts that were taken back are subtracted. */
  ...sums,
  byMonth: z
    .array(z.object({ month: Month, ...sums }))
    .describe(`The newest month first; the last ${PARTS_OF_ISSUE_MAX} with costs of the issue.`),
  byAgent: z
    .array(z.object({ agentId: Id, agentName: z.string().nullable(), ...sums }))
    .describe(
      `Highest cost first, ${PARTS_OF_ISSUE_MAX} at most, of the newest ${COSTS_OF_ISSUE_MAX} costs ` +
        'of the issue.',
    ),
  more: z.boolean().describe('Whether there are months or agents that are not listed.'),
});
export type CostsOfIssue = z.output<typeof CostsOfIssue>;

export const costsOfOne = {
  listCostsOfRun: operation({
    kind: 'read',
    summary: 'What a run has cost: in total, and by model.',
    who: ['agent', 'board'],
    input: z.object({ companyId: Id, runId: Id }),
    output: CostsOfRun,
    refusals: [],
  }),
  listCostsOfIssue: operation({
    kind: 'read',
    summary: 'What an issue has cost: in total, by month and by agent.',
    who: ['agent', 'board'],
    input: z.object({ companyId: Id, issueId: Id }),
    output: CostsOfIssue,
    refusals: ['issue_not_found'],
  }),
} as const;
