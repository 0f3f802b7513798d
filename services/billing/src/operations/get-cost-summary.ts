import { CURRENCY, Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { percentOf } from '../domain/budget.ts';
import { sumCosts } from '../store/cost-sums.ts';
import { findMonthSummary } from '../store/month-summary.ts';
import { findPeriodParts } from '../store/periods.ts';
import { countUnusualCosts } from '../store/run-usages.ts';

const DAY_MS = 86_400_000;

export const getCostSummary: Handler<typeof billing, 'getCostSummary'> = async (
  { companyId, ...period },
  { db, now },
) => {
  const current = await findMonthSummary(db, companyId, { month: period.month, now });
  if (!current) throw new Refusal('company_not_found');
  const { month, spentCents, limitCents, reservedCents } = current;
  const hasWindow = (period.from ?? period.to ?? period.day) !== undefined;
  const since = new Date(Date.parse(now) - DAY_MS).toISOString();
  const [{ costCents: spendCents, ...sums }, unusualRunsLastDay] = await Promise.all([
    hasWindow
      ? findPeriodParts(db, { companyId, now, ...period }).then((parts) =>
          sumCosts(db, companyId, parts),
        )
      : current.sums,
    countUnusualCosts(db, companyId, since),
  ]);
  return {
    companyId,
    currency: CURRENCY,
    month,
    spendCents,
    budgetCents: limitCents,
    utilizationPercent: percentOf(spendCents, limitCents),
    spentMonthlyCents: spentCents,
    budgetMonthlyCents: limitCents,
    reservedCents,
    ...sums,
    unusualRunsLastDay,
  };
};
