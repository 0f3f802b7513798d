import { Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { percentOf } from '../domain/budget.ts';
import { sumCosts } from '../store/cost-events.ts';
import { findSpend } from '../store/months.ts';

export const getCostSummary: Handler<typeof billing, 'getCostSummary'> = async (
  { companyId, from, to },
  { db, now },
) => {
  const current = await findSpend(db, companyId, now);
  if (!current) throw new Refusal('company_not_found');
  const { month, spentCents, limitCents } = current;
  const spendCents = from || to ? await sumCosts(db, companyId, { from, to }) : spentCents;
  return {
    companyId,
    month,
    spendCents,
    budgetCents: limitCents,
    utilizationPercent: percentOf(spendCents, limitCents),
    spentMonthlyCents: spentCents,
    budgetMonthlyCents: limitCents,
  };
};
