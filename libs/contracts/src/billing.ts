/** Costs, budgets and the reservations that keep a run inside its budget. */
import { z } from 'zod';
import { costLists } from './billing-lists.ts';
import { BudgetState, CostEvent, costFields, Month, PriceStatus } from './billing-records.ts';
import { contract, event, operation } from './define.ts';
import { Cents, Id, PathId } from './vocabulary.ts';

/** Where a budget stands after a booking; `scope` says whose budget it is. */
const BudgetSnapshot = z.object({
  scope: z.enum(['agent', 'company']),
  agentId: Id.nullable(),
  month: Month,
  limitCents: z.int(),
  spentCents: z.int(),
});
const budgetEvent = (summary: string) =>
  event({ entity: 'budget', version: 1, summary, payload: BudgetSnapshot });
const reservationEvent = (summary: string) =>
  event({
    entity: 'run',
    version: 1,
    summary,
    payload: z.object({
      runId: Id,
      agentId: Id,
      month: Month,
      cents: z.int(),
      /** Everything this agent has reserved after this. */
      agentReservedCents: z.int(),
    }),
  });

const pausedAgents = {
  issues: {}, scheduler: {}, gateway: {}, approvals: {}, billing: {},
} as const;

export const billing = contract({
  name: 'billing',
  summary: 'What was spent, what may be spent.',
  operations: {
    recordCost: operation({
      http: 'POST /api/companies/:companyId/cost-events',
      summary: 'Book a cost: its cents, or its tokens where nobody knows the price.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({
        companyId: PathId,
        ...z.object(costFields).partial().shape,
        agentId: Id,
        /** Left out where the price is unknown; then the tokens say what the budget is charged. */
        costCents: Cents.optional(),
        provider: costFields.provider,
        model: costFields.model,
        /** `measured` unless told; `estimated` where the price was worked out by the reporter. */
        priceStatus: PriceStatus.optional(),
        /** A report that comes again under the same id gets the first answer. */
        eventId: z.string().min(1).max(200).optional(),
      }),
      output: CostEvent.extend({ budget: BudgetState }),
      refusals: [
        'agent_not_found', 'acting_as_another_agent', 'issue_not_found', 'project_not_found',
        'goal_not_found', 'run_not_found',
      ],
      says: ['cost.recorded', 'budget.warned', 'budget.exhausted'],
      settles: { agents: pausedAgents, scheduler: {}, approvals: {} },
    }),
    ...costLists,
    reserveRun: operation({
      kind: 'write',
      summary: 'Reserve a slice of the budget for a run that is about to start. Once per run.',
      who: ['service'],
      input: z.object({
        companyId: Id,
        agentId: Id,
        runId: Id,
        /** The reservation ends by itself after this long. */
        ttlSeconds: z.int().min(1).max(604_800),
      }),
      output: z.object({
        granted: z.boolean(),
        /** 0 where there is no limit. */
        cents: z.int(),
        reason: z.enum(['agent_budget', 'company_budget']).nullable(),
      }),
      refusals: ['agent_not_found'],
      says: ['budget.reserved'],
    }),
  },
  events: {
    'cost.recorded': event({
      entity: 'cost',
      version: 1,
      summary: 'A cost was booked.',
      payload: z.object({
        costEventId: Id,
        agentId: Id,
        costCents: z.int(),
        month: Month,
        provider: z.string(),
        model: z.string(),
        inputTokens: z.int(),
        outputTokens: z.int(),
        cachedInputTokens: z.int(),
        issueId: Id.nullable(),
        projectId: Id.nullable(),
        runId: Id.nullable(),
        /** Spend of the agent and of the company in that month, this cost included. */
        agentSpentCents: z.int(),
        companySpentCents: z.int(),
        /** What the agent still has reserved: the cost of a run uses its reservation up. */
        agentReservedCents: z.int().optional(),
        priceStatus: PriceStatus.optional(),
      }),
    }),
    'budget.warned': budgetEvent('80 % of a budget is spent. Said once per crossing.'),
    'budget.exhausted': budgetEvent('A budget is spent. Said once per crossing.'),
    'budget.restored': budgetEvent('An exhausted budget has room again: raised, or a new month.'),
    'budget.reserved': reservationEvent('A run holds a slice of a budget.'),
    'budget.released': reservationEvent('What a run had left of its slice went back.'),
  },
});
