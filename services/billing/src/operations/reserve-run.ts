import type { billing } from '@muster/contracts';
import { together, type Handler } from '@muster/service-kit';
import { billingConfig } from '../config.ts';
import { sliceOf } from '../domain/budget.ts';
import { assertAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { getStandings } from '../store/months.ts';
import {
  findReservation, insertReservation, openMonths, prolongReservation, sumReserved,
} from '../store/reservations.ts';

export const reserveRun: Handler<typeof billing, 'reserveRun'> = async (
  { companyId, agentId, runId, ttlSeconds },
  { db, now, say, config },
) => {
  // The lock comes first, so that the others see what holds until the commit.
  const [, , earlier, standings] = await together([
    lockBooks(db, companyId), assertAgent(db, companyId, agentId),
    findReservation(db, companyId, runId), getStandings(db, { companyId, agentId, at: now }),
  ]);
  // What has run out of time is not held any more and has to be asked for again.
  if (earlier && earlier.state !== 'voided') {
    await prolongReservation(db, { companyId, runId, ttlSeconds });
    return { granted: true, cents: earlier.cents, reason: null };
  }
  const { month, agent, company, isOpen } = standings;
  const grant = sliceOf(agent, company, billingConfig.parse(config).BUDGET_SLICE_CENTS);
  if (!grant.granted) return grant;
  const { cents } = grant;
  if (!isOpen) await openMonths(db, { companyId, agentId, month });
  await insertReservation(db, { companyId, agentId, runId, month, cents, ttlSeconds });
  if (cents > 0) {
    const agentReservedCents = await sumReserved(db, companyId, agentId);
    say('budget.reserved', {
      companyId, entityId: runId, payload: { runId, agentId, month, cents, agentReservedCents },
    });
  }
  return grant;
};
