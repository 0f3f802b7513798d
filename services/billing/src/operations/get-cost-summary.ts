import { Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { percentOf } from '../domain/budget.ts';
import { findWindowParts, sumCosts } from '../store/cost-sums.ts';
import { findMonthSummary } from '../store/month-summary.ts';
import { countUnusualCosts } from '../store/run-usages.ts';

const DAY_MS = 86_400_000;

export const getCostSummary: Handler<typeof billing, 'getCostSummary'> = async (
  { companyId, from, to },
  { db, now },
) => {
  const current = await findMonthSummary(db, companyId, now);
  if (!current) throw new Refusal('company_not_found');
  const { month, spentCents, limitCents } = current;
  const hasWindow = from !== undefined || to !== undefined;
  const since = new Date(Date.parse(now) - DAY_MS).toISOString();
  const [{ costCents: spendCents, ...sums }, unusualRunsLastDay] = await Promise.all([
    hasWindow
      ? findWindowParts(db, { companyId, now, from, to }).then((parts) =>
          sumCosts(db, companyId, parts),
        )
      : current.sums,
    countUnusualCosts(db, companyId, since),
  ]);
  return {
    companyId,
    month,
    spendCents,
    budgetCents: limitCents,
    utilizationPercent: percentOf(spendCents, limitCents),
    spentMonthlyCents: spentCents,
    budgetMonthlyCents: limitCents,
    ...sums,
    unusualRunsLastDay,
  };
};
