/** Costs, budgets and the reservations that keep a run inside its budget. */
import { z } from 'zod';
import { costLists } from './lists.ts';
import { costsOfOne, unusualCost } from './costs-of-one.ts';
import { BudgetState, CostEvent, costFields } from './records.ts';
import { contract, event, operation } from '../define.ts';
import { Cents, Id, Month, PathId, PriceDate, PriceStatus } from '../vocabulary.ts';

/** The state of a budget after a booking; `scope` distinguishes agent and company budgets. */
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
      /** All reservations of this agent after this change. */
      agentReservedCents: z.int(),
    }),
  });

const pauseSettles = {
  issues: {},
  scheduler: {},
  gateway: {},
  approvals: {},
  billing: {},
} as const;

export const billing = contract({
  name: 'billing',
  summary: 'Costs, budgets and reservations.',
  operations: {
    recordCost: operation({
      http: 'POST /api/companies/:companyId/cost-events',
      summary: 'Book a cost: in cents, or in tokens if the price is unknown.',
      who: ['agent', 'board'],
      needs: 'manage_budgets',
      stores: true,
      whilePaused: true,
      status: 201,
      input: z.object({
        companyId: PathId,
        ...z.object(costFields).partial().shape,
        agentId: Id,
        /** Absent if the price is unknown; the budget is then charged by tokens. */
        costCents: Cents.optional(),
        provider: costFields.provider,
        model: costFields.model,
        /** `measured` by default; `estimated` if the reporter calculated the price. */
        priceStatus: PriceStatus.optional(),
        /** A repeated report with the same id gets the stored answer. */
        eventId: z.string().min(1).max(200).optional(),
      }),
      output: CostEvent.extend({ budget: BudgetState }),
      refusals: [
        'agent_not_found',
        'acting_as_another_agent',
        'cost_implausible',
        'issue_not_found',
        'project_not_found',
        'goal_not_found',
        'run_not_found',
      ],
      emits: ['cost.recorded', 'budget.warned', 'budget.exhausted'],
      // Few costs exhaust a budget. Every other one changes only the sums that agents shows.
      settles: {
        agents: {},
        'budget.exhausted': { agents: pauseSettles, scheduler: {}, approvals: {} },
      },
    }),
    voidCost: operation({
      http: 'POST /api/companies/:companyId/cost-events/:costId/void',
      summary: 'Take a cost back with an opposite one in its month. Once per cost.',
      who: ['board'],
      needs: 'manage_budgets',
      input: z.object({
        companyId: PathId,
        costId: Id,
        /** A repetition with the same reason gets the stored answer. */
        reason: z.string().min(1).max(1_000),
      }),
      output: CostEvent.extend({ budget: BudgetState }),
      refusals: ['cost_not_found', 'cost_already_voided', 'cost_is_a_void'],
      emits: [
        'cost.recorded',
        'cost.voided',
        'budget.restored',
        'budget.warned',
        'budget.exhausted',
      ],
      settles: { agents: pauseSettles, scheduler: {}, approvals: {} },
    }),
    ...costLists,
    ...costsOfOne,
    reserveRun: operation({
      kind: 'write',
      summary: 'Reserve a slice of the budget for a run that is about to start. Once per run.',
      who: ['service'],
      input: z.object({
        companyId: Id,
        agentId: Id,
        runId: Id,
        /** The reservation expires after this time. */
        ttlSeconds: z.int().min(1).max(604_800),
      }),
      output: z.object({
        granted: z.boolean(),
        /** 0 if there is no limit. */
        cents: z.int(),
        /** null if it is granted, and for a run that is over. */
        reason: z.enum(['agent_budget', 'company_budget']).nullable(),
      }),
      refusals: ['agent_not_found'],
      emits: ['budget.reserved'],
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
        /** Remaining reservations of the agent: the cost of a run reduces its reservation. */
        agentReservedCents: z.int().optional(),
        priceStatus: PriceStatus.optional(),
        /** Of the price list that the cost was calculated with. */
        priceDate: PriceDate.optional(),
        /** Of a void, whose amounts are negative: the cost that it takes back. */
        voidsCostId: Id.optional(),
      }),
    }),
    'cost.voided': event({
      entity: 'cost',
      version: 1,
      summary: 'The board has taken a cost back; `cost.recorded` of its void has the new sums.',
      payload: z.object({
        costEventId: Id,
        voidCostEventId: Id,
        agentId: Id,
        /** Cents that were taken back. */
        costCents: z.int(),
        month: Month,
        issueId: Id.nullable(),
        projectId: Id.nullable(),
        runId: Id.nullable(),
        reason: z.string(),
      }),
    }),
    'budget.warned': budgetEvent('80 % of a budget is spent. Emitted once per crossing.'),
    'budget.exhausted': budgetEvent('A budget is spent. Emitted once per crossing.'),
    'budget.restored': budgetEvent(
      'An exhausted budget has money again: it was raised, a cost was voided, or a month began.',
    ),
    'run.cost_unusual': event({
      entity: 'run',
      version: 1,
      summary: 'A run ended that has cost far more than the runs of its agent before it.',
      payload: z.object({
        runId: Id,
        agentId: Id,
        issueId: Id.nullable(),
        costCents: z.int(),
        ...unusualCost,
      }),
    }),
    'budget.reserved': reservationEvent('A slice of a budget was reserved for a run.'),
    'budget.released': reservationEvent('The unused part of the slice of a run was released.'),
  },
});
