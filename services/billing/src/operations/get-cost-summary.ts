import { Refusal, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { percentOf } from '../domain/budget.ts';
import { findWindowParts, sumCosts } from '../store/cost-sums.ts';
import { findSpend } from '../store/months.ts';
import { countUnusualCosts } from '../store/run-usages.ts';

const DAY_MS = 86_400_000;

export const getCostSummary: Handler<typeof billing, 'getCostSummary'> = async (
  { companyId, from, to },
  { db, now },
) => {
  const current = await findSpend(db, companyId, now);
  if (!current) throw new Refusal('company_not_found');
  const { month, spentCents, limitCents } = current;
  const parts = await findWindowParts(db, { companyId, now, from, to });
  const since = new Date(Date.parse(now) - DAY_MS).toISOString();
  const [{ costCents: spendCents, ...sums }, unusualRunsLastDay] = await Promise.all([
    sumCosts(db, companyId, parts),
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
