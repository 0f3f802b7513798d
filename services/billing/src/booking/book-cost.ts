/**
 * Books a cost in one transaction under the lock of the books: the cost event, its sums, the part
 * of the reservation that it uses, and what follows for the budgets. Limits apply to the current
 * month only: a late cost goes into its own month and exhausts nothing. A void is booked in the same
 * way, with negative amounts, into the month of its cost.
 */
import type { billing } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { budgetState } from '../domain/budget.ts';
import { costEvent } from '../events.ts';
import { type Booking, insertCost, type NewCost } from '../store/cost-events.ts';
import { findMonth, getMonthBudgets, type MonthBudget } from '../store/months.ts';
import { sumReserved, useReservation } from '../store/reservations.ts';
import { announceBudget } from './announce-budget.ts';

export type Cost = Omit<
  NewCost,
  'id' | 'eventId' | 'budgetLimitCents' | 'budgetSpentCents' | 'budgetStop'
> & { readonly eventId?: string | undefined };

/** The caller holds the lock of the books and has checked that the event id is new. */
export async function bookCost(context: Context<typeof billing>, cost: Cost): Promise<Booking> {
  const { db, now } = context;
  const { companyId, agentId, costCents, occurredAt, voidOf } = cost;
  const { month, agent, company } = await getMonthBudgets(db, { companyId, agentId, at: now });
  const isCurrent =
    occurredAt === now || (voidOf?.month ?? (await findMonth(db, companyId, occurredAt))) === month;
  const after = (before: MonthBudget): MonthBudget =>
    isCurrent ? { ...before, spentCents: before.spentCents + costCents } : before;
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
  await emitRecorded(context, booking, voidOf?.costId);
  if (isCurrent) {
    await announceBudget(context, { companyId, agentId, month }, after(agent));
    await announceBudget(context, { companyId, agentId: null, month }, after(company));
  }
  return booking;
}

async function emitRecorded(
  { db, emit }: Context<typeof billing>,
  booking: Booking,
  voidsCostId: string | undefined,
): Promise<void> {
  const { companyId, agentId, runId, costCents } = booking;
  // A void gives nothing back to the run's reservation: the run would spend it again.
  if (runId && !voidsCostId) {
    await useReservation(db, { companyId, agentId, runId, cents: costCents });
  }
  const reservedCents = runId ? await sumReserved(db, companyId, agentId) : undefined;
  emit('cost.recorded', costEvent(booking, reservedCents, voidsCostId));
}
