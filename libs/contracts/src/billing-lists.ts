/** What was spent, by whom and what for. */
import { z } from 'zod';
import { CostEvent, costFilter, costWindow, Day, Month, sums } from './billing-records.ts';
import { operation } from './define.ts';
import { AgentStatus, Id, page } from './vocabulary.ts';

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
    summary: 'Spend of a company against its budget.',
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
      inputTokens: z.int(),
      cachedInputTokens: z.int(),
      outputTokens: z.int(),
      events: z.int(),
    }),
    refusals: [],
  }),
  listCostsByAgent: costsBy('agent', 'Costs of each agent that has any, the dearest first.', {
    agentId: Id,
    /** null: the agent is not known here yet. */
    agentName: z.string().nullable(),
    agentStatus: AgentStatus.nullable(),
    budgetMonthlyCents: z.int(),
  }),
  listCostsByProject: costsBy(
    'project', 'Costs of each project that has any, the dearest first; null is no project.',
    { projectId: Id.nullable(), projectName: z.string().nullable() },
  ),
  listCostsByIssue: costsBy(
    'issue', 'Costs of each issue that has any, the dearest first; null is no issue.',
    {
      issueId: Id.nullable(),
      issueIdentifier: z.string().nullable(),
      issueTitle: z.string().nullable(),
    },
  ),
  listCostsByModel: costsBy('model', 'Costs of each model that has any, the dearest first.', {
    provider: z.string(),
    model: z.string(),
  }),
  listCostsByDay: costsBy(
    'day', "Costs of each day of the company's zone that has any, in order.", { day: Day },
  ),
  listCosts: operation({
    http: 'GET /api/companies/:companyId/cost-events',
    summary: 'Single costs, the newest first.',
    who: ['agent', 'board'],
    input: z.object(costFilter),
    output: z.array(CostEvent),
    paged: true,
    refusals: [],
  }),
  exportCosts: operation({
    http: 'GET /api/companies/:companyId/costs/export',
    summary: 'Single costs in the order in which they occurred, one JSON object a line.',
    who: ['agent', 'board'],
    input: z.object(costFilter),
    output: z.array(CostEvent),
    paged: true,
    produces: 'application/x-ndjson',
    refusals: [],
  }),
};
