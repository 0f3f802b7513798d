/** An agent's budget in the current month. A limit of 0 is no limit. */
import { raisedLimit } from '@muster/contracts';

/** Share of the limit from which agents should prioritise their work. */
const CAUTION_PERCENT = 80;

export interface Spending {
  readonly budgetMonthlyCents: number;
  readonly spentMonthlyCents: number;
  readonly reservedCents: number;
  readonly resetsAt: string;
}

export interface AgentBudget {
  readonly limitCents: number;
  readonly spentCents: number;
  readonly reservedCents: number;
  readonly remainingCents: number | null;
  readonly caution: boolean;
  readonly resetsAt: string;
}

export function budgetOf(spending: Spending): AgentBudget {
  const { budgetMonthlyCents: limit, spentMonthlyCents: spent, reservedCents, resetsAt } = spending;
  return {
    limitCents: limit,
    spentCents: spent,
    reservedCents,
    remainingCents: limit === 0 ? null : Math.max(0, limit - spent - reservedCents),
    caution: limit > 0 && spent * 100 >= limit * CAUTION_PERCENT,
    resetsAt,
  };
}

/** By how much, or to which limit if the board has chosen one. */
export interface Raise {
  readonly amountCents: number;
  readonly limitCents?: number | undefined;
}

/** A limit that is higher by now stays: an override raises a limit and never lowers it. */
export const limitAfter = (current: number, { amountCents, limitCents }: Raise): number =>
  limitCents === undefined || current === 0
    ? raisedLimit(current, amountCents)
    : Math.max(current, limitCents);
