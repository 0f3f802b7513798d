/** Costs, budgets and the reservations that keep a run inside its budget. */
import { z } from 'zod';
import { contract, event, operation } from './define.ts';
import { AgentStatus, Cents, Id, page, PathId, Timestamp } from './vocabulary.ts';

const Tokens = z.int().min(0).max(1_000_000_000_000);
/** A calendar month in the company's zone: `2026-11`. */
export const Month = z.string().regex(/^\d{4}-\d{2}$/);

/** A time that a cost can have; the bounds keep a wrong unit or a typing error out of the books. */
const Moment = Timestamp.refine((time) => time >= '2000' && time < '2100', {
  error: 'a time between the years 2000 and 2100',
});

const costFields = {
  agentId: Id,
  costCents: Cents,
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200),
  occurredAt: Moment,
  inputTokens: Tokens,
  outputTokens: Tokens,
  cachedInputTokens: Tokens,
  issueId: Id.nullable(),
  projectId: Id.nullable(),
  goalId: Id.nullable(),
  runId: Id.nullable(),
  billingCode: z.string().max(200).nullable(),
};

/** A price that nobody knows is booked as no money, and flagged: it is never a price of zero. */
export const PriceStatus = z.enum(['measured', 'unknown']);

export const CostEvent = z.object({
  id: Id,
  eventId: z.string(),
  companyId: Id,
  month: Month,
  ...costFields,
  occurredAt: Timestamp,
  priceStatus: PriceStatus,
  createdAt: Timestamp,
});
export type CostEvent = z.output<typeof CostEvent>;

export const BudgetState = z.object({
  limitCents: z.int(),
  spentCents: z.int(),
  /** null: no limit. */
  remainingCents: z.int().nullable(),
  /** True from 100 %: whoever spends must stop. */
  stop: z.boolean(),
});

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

/** What lists of costs are asked for; without `from` and `to` it is the current month. */
const window = {
  companyId: PathId,
  /** From this moment on. */
  from: Moment.optional(),
  /** Up to, and without, this moment. */
  to: Moment.optional(),
};
const sums = {
  costCents: z.int(),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
};

const pausedAgents = {
  issues: {}, scheduler: {}, gateway: {}, approvals: {}, billing: {},
} as const;

export const billing = contract({
  name: 'billing',
  summary: 'What was spent, what may be spent.',
  operations: {
    recordCost: operation({
      http: 'POST /api/companies/:companyId/cost-events',
      summary: 'Book a cost. A repeated eventId is the first answer again.',
      who: ['agent', 'board'],
      status: 201,
      input: z.object({
        companyId: PathId,
        ...z.object(costFields).partial().shape,
        agentId: Id,
        costCents: Cents,
        provider: costFields.provider,
        model: costFields.model,
        eventId: z.string().min(1).max(200).optional(),
      }),
      output: CostEvent.extend({ budget: BudgetState }),
      refusals: [
        'agent_not_found', 'acting_as_another_agent', 'issue_not_found', 'project_not_found',
        'goal_not_found',
      ],
      says: ['cost.recorded', 'budget.warned', 'budget.exhausted'],
      settles: { agents: pausedAgents, scheduler: {}, approvals: {} },
    }),
    getCostSummary: operation({
      http: 'GET /api/companies/:companyId/costs/summary',
      summary: 'Spend of a company against its budget.',
      who: ['agent', 'board'],
      input: z.object(window),
      output: z.object({
        companyId: Id,
        month: Month,
        spendCents: z.int(),
        budgetCents: z.int(),
        utilizationPercent: z.number(),
        spentMonthlyCents: z.int(),
        budgetMonthlyCents: z.int(),
      }),
      refusals: [],
    }),
    listCostsByAgent: operation({
      http: 'GET /api/companies/:companyId/costs/by-agent',
      summary: 'Costs of each agent that has any, the dearest first.',
      who: ['agent', 'board'],
      input: z.object({ ...window, ...page }),
      output: z.array(
        z.object({
          agentId: Id,
          /** null: the agent is not known here yet. */
          agentName: z.string().nullable(),
          agentStatus: AgentStatus.nullable(),
          ...sums,
          events: z.int(),
          budgetMonthlyCents: z.int(),
        }),
      ),
      paged: true,
      refusals: [],
    }),
    listCostsByProject: operation({
      http: 'GET /api/companies/:companyId/costs/by-project',
      summary: 'Costs of each project that has any, the dearest first; null is no project.',
      who: ['agent', 'board'],
      input: z.object({ ...window, ...page }),
      output: z.array(
        z.object({
          projectId: Id.nullable(),
          projectName: z.string().nullable(),
          ...sums,
          events: z.int(),
        }),
      ),
      paged: true,
      refusals: [],
    }),
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
