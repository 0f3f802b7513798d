/** Lists and sums of costs: by agent, project, issue, model and day. */
import { z } from 'zod';
import { CostEvent, costFilter, costWindow, Day, Month, sums } from './records.ts';
import { operation } from '../define.ts';
import { AgentStatus, Id, page } from '../vocabulary.ts';

const costsBy = <const What extends string, const Key extends z.ZodRawShape>(
  what: What,
  summary: string,
  key: Key,
) =>
  operation({
    http: `GET /api/companies/:companyId/costs/by-${what}`,
    summary,
    who: ['agent', 'board'],
    input: z.object({ ...costWindow, ...page }),
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
      month: Month,
      spendCents: z.int(),
      budgetCents: z.int(),
      utilizationPercent: z.number(),
      spentMonthlyCents: z.int(),
      budgetMonthlyCents: z.int(),
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
    agentId: Id,
    /** null: billing has no copy of the agent yet. */
    agentName: z.string().nullable(),
    agentStatus: AgentStatus.nullable(),
    budgetMonthlyCents: z.int(),
  }),
  listCostsByProject: costsBy(
    'project',
    'Costs by project, highest first; null is costs without a project.',
    { projectId: Id.nullable(), projectName: z.string().nullable() },
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
  listCostsByModel: costsBy('model', 'Costs by model, highest first.', {
    provider: z.string(),
    model: z.string(),
  }),
  listCostsByDay: costsBy(
    'day',
    "Costs by day in the company's time zone, oldest first; days without costs are left out.",
    { day: Day },
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
