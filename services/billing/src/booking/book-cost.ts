/**
 * Books a cost in one transaction under the lock of the books: the cost event, its sums, the part
 * of the reservation that it uses, and what follows for the budgets. Limits apply to the current
 * month only: a late cost goes into its own month and exhausts nothing. A void is booked in the same
 * way, with negative amounts, into the month of its cost. Under the lock the sums after the cost are
 * known from those before it, so the statement that adds it is not awaited.
 */
import type { billing } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { budgetState } from '../domain/budget.ts';
import { costEvent } from '../events.ts';
import { type Books, getBooks } from '../store/books.ts';
import { type Booking, insertCost, type NewCost, type VoidOf } from '../store/cost-events.ts';
import type { MonthBudget } from '../store/months.ts';
import { sumReserved, useReservation } from '../store/reservations.ts';
import type { BillingParts } from '../local-signals.ts';
import { announceBudget } from './announce-budget.ts';

export type Cost = Omit<
  NewCost,
  'id' | 'eventId' | 'month' | 'createdAt' | 'budgetLimitCents' | 'budgetSpentCents' | 'budgetStop'
> & { readonly eventId?: string | undefined; readonly voidOf?: VoidOf | undefined };

/** The books as a booking of this cost finds them. */
export const readBooks = (
  { db, now }: Pick<Context<typeof billing>, 'db' | 'now'>,
  cost: Pick<Cost, 'companyId' | 'agentId' | 'occurredAt' | 'voidOf'>,
): Promise<Books> => {
  const { companyId, agentId, occurredAt, voidOf } = cost;
  return getBooks(db, { companyId, agentId, at: now, occurredAt, month: voidOf?.month });
};

export type BookingContext = Context<typeof billing, BillingParts>;

/** The caller holds the lock of the books and has checked that the event id is new. */
export async function bookCost(
  context: BookingContext,
  books: Books,
  cost: Cost,
  announce: 'now' | 'later' = 'now',
): Promise<NewCost> {
  const { companyId, agentId, costCents, voidOf } = cost;
  const { month, agent, company } = books.budgets;
  const isCurrent = books.month === month;
  const after = (before: MonthBudget): MonthBudget =>
    isCurrent ? { ...before, spentCents: before.spentCents + costCents } : before;
  const booked = bookedCost(books, cost, budgetState(after(agent), after(company)));
  await insertCost(context.db, booked, voidOf);
  const booking = {
    ...booked,
    agentSpentCents: books.agentSpentCents + costCents,
    companySpentCents: books.companySpentCents + costCents,
  };
  await emitRecorded(context, booking, voidOf?.costId);
  countUnknown(context, cost);
  if (isCurrent && announce === 'now') {
    await announceBudget(context, { companyId, agentId, month }, after(agent));
    await announceBudget(context, { companyId, agentId: null, month }, after(company));
  }
  return booked;
}

/**
 * Books what belongs together, in the order of the times at which it occurred: what follows for the
 * budgets is announced once, for the sums after all of it.
 */
export async function bookCosts(
  context: BookingContext,
  costs: readonly Cost[],
): Promise<NewCost[]> {
  const booked: NewCost[] = [];
  for (const [index, cost] of costs.entries()) {
    const announce = index === costs.length - 1 ? 'now' : 'later';
    booked.push(await bookCost(context, await readBooks(context, cost), cost, announce));
  }
  return booked;
}

/** Once it is booked; what a void takes back was charged all the same. */
function countUnknown({ afterCommit, parts }: BookingContext, cost: Cost): void {
  const { priceStatus, costCents } = cost;
  if (priceStatus !== 'unknown' || costCents <= 0) return;
  afterCommit(() => parts.signals.emit('unknownCharged', costCents));
}

/** The row of the cost, in the order in which it is answered. */
function bookedCost(
  { month, bookedAt: createdAt }: Books,
  cost: Cost,
  budget: ReturnType<typeof budgetState>,
): NewCost {
  const id = newId();
  const { eventId = id, companyId, agentId, costCents, priceStatus, provider, model } = cost;
  const { occurredAt, inputTokens, outputTokens, cachedInputTokens } = cost;
  const { issueId, projectId, goalId, runId, billingCode, priceDate = null } = cost;
  return {
    id,
    eventId,
    companyId,
    month,
    agentId,
    costCents,
    priceStatus,
    provider,
    model,
    occurredAt,
    inputTokens,
    outputTokens,
    cachedInputTokens,
    issueId,
    projectId,
    goalId,
    runId,
    billingCode,
    createdAt,
    priceDate,
    budgetLimitCents: budget.limitCents,
    budgetSpentCents: budget.spentCents,
    budgetStop: budget.stop,
  };
}

async function emitRecorded(
  { db, emit }: BookingContext,
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
