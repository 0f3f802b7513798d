/** Lists and sums of costs: by agent, project, issue, model and day. */
import { z } from 'zod';
import { Currency, Day, CostEvent, costFilter, costWindow, sums } from './records.ts';
import { operation } from '../define.ts';
import { AgentStatus, Id, Month, page } from '../vocabulary.ts';

/** Parts of one day: as many as a chart can tell apart. */
export const DAY_PARTS_MAX = 12;

const agentOfCosts = {
  agentId: Id,
  /** null: billing has no copy of the agent yet. */
  agentName: z.string().nullable(),
};
const projectOfCosts = { projectId: Id.nullable(), projectName: z.string().nullable() };
const modelOfCosts = { provider: z.string(), model: z.string() };

/** What one agent, project or model had of a day: it has the fields of what the days are split by. */
export const DayPart = z.object({
  ...z.object({ ...agentOfCosts, ...projectOfCosts, ...modelOfCosts }).partial().shape,
  costCents: sums.costCents,
  unknownCents: sums.unknownCents,
  estimatedCents: z.int(),
  events: sums.events,
});
export type DayPart = z.output<typeof DayPart>;

const costsBy = <
  const What extends string,
  const Key extends z.ZodRawShape,
  const Fields extends z.ZodRawShape = {},
>(
  what: What,
  summary: string,
  key: Key,
  fields?: Fields,
) =>
  operation({
    http: `GET /api/companies/:companyId/costs/by-${what}`,
    summary,
    who: ['agent', 'board'],
    input: z.object({ ...costWindow, ...(fields as Fields), ...page }),
    output: z.array(z.object({ ...key, ...sums })),
    paged: true,
    refusals: [],
  });

export const costLists = {
  getCostSummary: operation({
    http: 'GET /api/companies/:companyId/costs/summary',
    summary: 'What a company has spent, compared with its budget.',
    who: ['agent', 'board'],
    input: z.object(costWindow),
    output: z.object({
      companyId: Id,
      currency: Currency.optional(),
      month: Month.describe('The month that was asked for; otherwise the current one.'),
      spendCents: z.int(),
      budgetCents: z.int(),
      utilizationPercent: z.number(),
      spentMonthlyCents: z.int(),
      budgetMonthlyCents: z.int(),
      reservedCents: z
        .int()
        .optional()
        .describe(
          'What live runs have reserved of the budget of the month, besides what is spent.',
        ),
      unknownCents: sums.unknownCents,
      estimatedCents: sums.estimatedCents,
      unknownEvents: sums.unknownEvents,
      inputTokens: z.int(),
      cachedInputTokens: z.int(),
      outputTokens: z.int(),
      events: z.int(),
      /** Runs that ended in the last 24 hours with an unusual cost: `run.cost_unusual`. */
      unusualRunsLastDay: z.int().optional(),
    }),
    refusals: [],
  }),
  listCostsByAgent: costsBy('agent', 'Costs by agent, highest first.', {
    ...agentOfCosts,
    agentStatus: AgentStatus.nullable(),
    budgetMonthlyCents: z.int(),
    reservedCents: z
      .int()
      .optional()
      .describe(
        'What live runs of the agent have reserved: of the month that was asked for, otherwise of ' +
          'the current one.',
      ),
  }),
  listCostsByProject: costsBy(
    'project',
    'Costs by project, highest first; null is costs without a project.',
    projectOfCosts,
  ),
  listCostsByIssue: costsBy(
    'issue',
    'Costs by issue, highest first; null is costs without an issue.',
    {
      issueId: Id.nullable(),
      issueIdentifier: z.string().nullable(),
      issueTitle: z.string().nullable(),
    },
  ),
  listCostsByModel: costsBy('model', 'Costs by model, highest first.', modelOfCosts),
  listCostsByDay: costsBy(
    'day',
    "Costs by day in the company's time zone, oldest first; days without costs are left out.",
    {
      day: Day,
      parts: z
        .array(DayPart)
        .optional()
        .describe(
          `With \`split\`: what each of the ${DAY_PARTS_MAX} most expensive agents, projects or models ` +
            'of the whole period has of the day, most expensive first; on every page the same ones. ' +
            'What others have is only in the sums of the day.',
        ),
    },
    {
      split: z
        .enum(['agent', 'project', 'model'])
        .optional()
        .describe('Splits each day by agent, project or model: see `parts`.'),
    },
  ),
  listCosts: operation({
    http: 'GET /api/companies/:companyId/cost-events',
    summary: 'Single costs, newest first.',
    who: ['agent', 'board'],
    input: z.object(costFilter),
    output: z.array(CostEvent),
    paged: true,
    refusals: [],
  }),
  exportCosts: operation({
    http: 'GET /api/companies/:companyId/costs/export',
    summary: 'Single costs in the order in which they occurred, one JSON object per line.',
    who: ['agent', 'board'],
    input: z.object(costFilter),
    output: z.array(CostEvent),
    paged: true,
    produces: 'application/x-ndjson',
    sends: ['Content-Disposition'],
    refusals: [],
  }),
};
