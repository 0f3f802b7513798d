import { Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { bookCost, readBooks, type BookingContext } from '../booking/book-cost.ts';
import { decideVoid, oppositeOf } from '../domain/void.ts';
import { voidedEvent } from '../events.ts';
import { lockBooks } from '../store/companies.ts';
import { findCostById, saveVoided, type StoredCost } from '../store/cost-events.ts';
import type { BillingParts } from '../local-signals.ts';
import { showCost, showVoid } from '../views.ts';

export const voidCost: Handler<typeof billing, 'voidCost', BillingParts> = async (
  { companyId, costId, reason },
  context,
) => {
  const { db, emit } = context;
  const { status } = await lockBooks(db, companyId);
  const cost = await findCostById(db, companyId, costId);
  if (!cost) throw new Refusal('cost_not_found');
  const { voidedByCostId } = cost;
  const earlier = voidedByCostId ? await findCostById(db, companyId, voidedByCostId) : undefined;
  if (decideVoid(cost, earlier, reason) === 'repeat' && earlier) {
    return showCost(showVoid(earlier));
  }
  if (status === 'archived') throw new Refusal('company_archived');
  const { id } = await bookVoid(context, cost, reason);
  await saveVoided(db, cost, id);
  emit('cost.voided', voidedEvent(cost, id, reason));
  const booked = await findCostById(db, companyId, id);
  if (!booked) throw new Error('a void is not found right after it was booked');
  return showCost(showVoid(booked));
};

async function bookVoid(context: BookingContext, cost: StoredCost, reason: string) {
  const { companyId, agentId, provider, model, priceStatus, priceDate, occurredAt } = cost;
  const { issueId, projectId, goalId, runId, billingCode, id: costId, month } = cost;
  const opposite = {
    companyId,
    agentId,
    provider,
    model,
    priceStatus,
    priceDate,
    occurredAt,
    issueId,
    projectId,
    goalId,
    runId,
    billingCode,
    ...oppositeOf(cost),
    voidOf: { costId, costs: 1, month, reason },
  };
  return bookCost(context, await readBooks(context, opposite), opposite);
}
