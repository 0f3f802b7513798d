/**
 * Booking a cost: the event, its sums, the reservation that it uses up and what it makes of the
 * budgets, in one transaction, under the lock of the books. Only the current month's limit is one:
 * a late cost goes into its own month and crosses nothing.
 */
import type { billing } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { budgetState } from '../domain/budget.ts';
import { insertCost, type Booking, type NewCost } from '../store/cost-events.ts';
import { findMonth, getStandings, type Standing } from '../store/months.ts';
import { sumReserved, useReservation } from '../store/reservations.ts';
import { announceBudget } from './announce-budget.ts';

export type Cost = Omit<
  NewCost,
  'id' | 'eventId' | 'budgetLimitCents' | 'budgetSpentCents' | 'budgetStop'
> & { readonly eventId?: string | undefined };

/** The caller has locked the books and knows that the event is new. */
export async function bookCost(context: Context<typeof billing>, cost: Cost): Promise<Booking> {
  const { db, now } = context;
  const { companyId, agentId, costCents, occurredAt } = cost;
  const { month, agent, company } = await getStandings(db, { companyId, agentId, at: now });
  const isCurrent = occurredAt === now || (await findMonth(db, companyId, occurredAt)) === month;
  const after = (standing: Standing): Standing =>
    isCurrent ? { ...standing, spentCents: standing.spentCents + costCents } : standing;
  const budget = budgetState(after(agent), after(company));
  const id = newId();
  const booking = await insertCost(db, {
    ...cost,
    id,
    eventId: cost.eventId ?? id,
    budgetLimitCents: budget.limitCents,
    budgetSpentCents: budget.spentCents,
    budgetStop: budget.stop,
  });
  await sayRecorded(context, booking);
  if (isCurrent) {
    await announceBudget(context, { companyId, agentId, month }, after(agent));
    await announceBudget(context, { companyId, agentId: null, month }, after(company));
  }
  return booking;
}

async function sayRecorded(
  { db, say }: Context<typeof billing>,
  booking: Booking,
): Promise<void> {
  const { id, companyId, agentId, runId, costCents } = booking;
  if (runId) await useReservation(db, { companyId, agentId, runId, cents: costCents });
  say('cost.recorded', {
    companyId,
    entityId: id,
    payload: {
      costEventId: id,
      agentId,
      costCents,
      month: booking.month,
      provider: booking.provider,
      model: booking.model,
      inputTokens: booking.inputTokens,
      outputTokens: booking.outputTokens,
      cachedInputTokens: booking.cachedInputTokens,
      issueId: booking.issueId,
      projectId: booking.projectId,
      runId,
      agentSpentCents: booking.agentSpentCents,
      companySpentCents: booking.companySpentCents,
      priceStatus: booking.priceStatus,
      ...(runId ? { agentReservedCents: await sumReserved(db, companyId, agentId) } : {}),
    },
  });
}
