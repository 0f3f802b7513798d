/** Event inputs made from state: the company, the entity and the payload of an event. */
import type { Booking, StoredCost } from './store/cost-events.ts';
import type { BudgetKey, MonthBudget } from './store/months.ts';
import type { Released } from './store/reservations.ts';

/** An event about a budget, of an agent or of the company itself. */
export const budgetEvent = (
  { companyId, agentId, month }: BudgetKey,
  { limitCents, spentCents }: Pick<MonthBudget, 'limitCents' | 'spentCents'>,
) => ({
  companyId,
  entityId: agentId ?? companyId,
  payload: {
    scope: agentId === null ? ('company' as const) : ('agent' as const),
    agentId,
    month,
    limitCents,
    spentCents,
  },
});

/** `cost.recorded`; `agentReservedCents` only for the cost of a run, which used a reservation. */
export const costEvent = (
  booking: Booking,
  agentReservedCents: number | undefined,
  voidsCostId: string | undefined,
) => ({
  companyId: booking.companyId,
  entityId: booking.id,
  payload: {
    costEventId: booking.id,
    agentId: booking.agentId,
    costCents: booking.costCents,
    month: booking.month,
    provider: booking.provider,
    model: booking.model,
    inputTokens: booking.inputTokens,
    outputTokens: booking.outputTokens,
    cachedInputTokens: booking.cachedInputTokens,
    issueId: booking.issueId,
    projectId: booking.projectId,
    runId: booking.runId,
    agentSpentCents: booking.agentSpentCents,
    companySpentCents: booking.companySpentCents,
    priceStatus: booking.priceStatus,
    ...(booking.priceDate ? { priceDate: booking.priceDate } : {}),
    ...(agentReservedCents === undefined ? {} : { agentReservedCents }),
    ...(voidsCostId === undefined ? {} : { voidsCostId }),
  },
});

/** `cost.voided`, about the cost that the void takes back. */
export const voidedEvent = (cost: StoredCost, voidCostEventId: string, reason: string) => ({
  companyId: cost.companyId,
  entityId: cost.id,
  payload: {
    costEventId: cost.id,
    voidCostEventId,
    agentId: cost.agentId,
    costCents: cost.costCents,
    month: cost.month,
    issueId: cost.issueId,
    projectId: cost.projectId,
    runId: cost.runId,
    reason,
  },
});

export const releasedEvent = (
  companyId: string,
  { runId, agentId, month, leftCents }: Released,
  agentReservedCents: number,
) => ({
  companyId,
  entityId: runId,
  payload: { runId, agentId, month, cents: leftCents, agentReservedCents },
});
