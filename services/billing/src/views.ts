/** Rows as answers. */
import type { billing, Output } from '@muster/contracts';
import type { BookedCost, VoidColumns } from './store/cost-events.ts';

/**
 * The cost with its budget as it was when the cost was booked, so that a repeat answers the same.
 */
export const showCost = (cost: BookedCost): Output<typeof billing, 'recordCost'> => {
  const { budgetLimitCents, budgetSpentCents, budgetStop, ...record } = cost;
  return {
    ...record,
    budget: {
      limitCents: budgetLimitCents,
      spentCents: budgetSpentCents,
      remainingCents:
        budgetLimitCents === 0 ? null : Math.max(0, budgetLimitCents - budgetSpentCents),
      stop: budgetStop,
    },
  };
};

/** A cost with what is known about its void. */
export const showVoid = <Cost extends VoidColumns>({
  voidsCostId,
  voidReason,
  voidedByCostId,
  ...cost
}: Cost) => ({
  ...cost,
  ...(voidsCostId !== null && voidReason !== null ? { voidsCostId, voidReason } : {}),
  ...(voidedByCostId === null ? {} : { voidedByCostId }),
});
