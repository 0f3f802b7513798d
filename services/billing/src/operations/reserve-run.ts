import type { billing } from '@muster/contracts';
import { pipelined, type Handler } from '@muster/service-kit';
import { billingConfigOf } from '../config.ts';
import { decideSlice } from '../domain/budget.ts';
import { requireAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { getMonthBudgets } from '../store/months.ts';
import {
  findReservation,
  insertReservation,
  insertMonths,
  extendReservation,
  sumReserved,
} from '../store/reservations.ts';

export const reserveRun: Handler<typeof billing, 'reserveRun'> = async (
  { companyId, agentId, runId, ttlSeconds },
  context,
) => {
  const { db, now, emit } = context;
  // The lock comes first, so that what the others read is current until the commit.
  const [, , earlier, budgets] = await pipelined([
    lockBooks(db, companyId),
    requireAgent(db, companyId, agentId),
    findReservation(db, companyId, runId),
    getMonthBudgets(db, { companyId, agentId, at: now }),
  ]);
  // Its run is over: nothing would ever release what it reserves now.
  if (earlier?.state === 'settled') return { granted: false, cents: 0, reason: null };
  // A voided reservation reserves nothing any more, so it is granted anew.
  if (earlier?.state === 'held') {
    await extendReservation(db, { companyId, runId, ttlSeconds });
    return { granted: true, cents: earlier.cents, reason: null };
  }
  const { month, agent, company, hasRows: isOpen } = budgets;
  const grant = decideSlice(agent, company, billingConfigOf(context).BUDGET_SLICE_CENTS);
  if (!grant.granted) return grant;
  const { cents } = grant;
  if (!isOpen) await insertMonths(db, { companyId, agentId, month });
  await insertReservation(db, { companyId, agentId, runId, month, cents, ttlSeconds });
  if (cents > 0) {
    const agentReservedCents = await sumReserved(db, companyId, agentId);
    emit('budget.reserved', {
      companyId,
      entityId: runId,
      payload: { runId, agentId, month, cents, agentReservedCents },
    });
  }
  return grant;
};
