import { Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { percentOf } from '../domain/budget.ts';
import { findWindowParts, sumCosts } from '../store/cost-sums.ts';
import { findMonthSummary } from '../store/month-summary.ts';

export const getCostSummary: Handler<typeof billing, 'getCostSummary'> = async (
  { companyId, from, to },
  { db, now },
) => {
  const current = await findMonthSummary(db, companyId, now);
  if (!current) throw new Refusal('company_not_found');
  const { month, spentCents, limitCents } = current;
  const hasWindow = from !== undefined || to !== undefined;
  const { costCents: spendCents, ...sums } = hasWindow
    ? await sumCosts(db, companyId, await findWindowParts(db, { companyId, now, from, to }))
    : current.sums;
  return {
    companyId,
    month,
    spendCents,
    budgetCents: limitCents,
    utilizationPercent: percentOf(spendCents, limitCents),
    spentMonthlyCents: spentCents,
    budgetMonthlyCents: limitCents,
    ...sums,
  };
};
