/**
 * The state of a budget, decided from its sums. What was announced is stored as two marks, so that
 * every crossing is emitted once, and again only after it was undone: by a higher limit, or by a
 * new month, which has its own marks. A limit of 0 is no limit.
 */

/** Share of the limit from which the budget is warned about. */
const WARN_PERCENT = 80;

/** What has been announced of a budget in a month and still holds. */
export interface Marks {
  readonly warned: boolean;
  readonly exhausted: boolean;
}

export interface BudgetSums {
  readonly limitCents: number;
  readonly spentCents: number;
}

export type BudgetEvent = 'budget.warned' | 'budget.exhausted' | 'budget.restored';

export interface Announcements {
  readonly marks: Marks;
  readonly emits: readonly BudgetEvent[];
}

export const isExhausted = ({ limitCents, spentCents }: BudgetSums): boolean =>
  limitCents > 0 && spentCents >= limitCents;

export const isWarned = ({ limitCents, spentCents }: BudgetSums): boolean =>
  limitCents > 0 && spentCents * 100 >= limitCents * WARN_PERCENT;

/** The events to emit for these sums, and the marks to store. */
export function decideAnnouncements(before: Marks, books: BudgetSums): Announcements {
  const marks = { warned: isWarned(books), exhausted: isExhausted(books) };
  const emits: BudgetEvent[] = [];
  if (marks.warned && !before.warned) emits.push('budget.warned');
  if (marks.exhausted && !before.exhausted) emits.push('budget.exhausted');
  if (before.exhausted && !marks.exhausted) emits.push('budget.restored');
  return { marks, emits };
}

/**
 * The budget in an answer to a spender; null is no limit. An exhausted company budget stops the
 * agent as well.
 */
export const budgetState = (agent: BudgetSums, company: BudgetSums) => ({
  limitCents: agent.limitCents,
  spentCents: agent.spentCents,
  remainingCents: agent.limitCents === 0 ? null : Math.max(0, agent.limitCents - agent.spentCents),
  stop: isExhausted(agent) || isExhausted(company),
});

export interface BudgetAccount extends BudgetSums {
  readonly reservedCents: number;
}

export type Grant =
  | { readonly granted: true; readonly cents: number; readonly reason: null }
  | {
      readonly granted: false;
      readonly cents: 0;
      readonly reason: 'agent_budget' | 'company_budget';
    };

/** Decides the slice of a run: at most its size, 0 if there is no limit, or a refusal. */
export function decideSlice(
  agent: BudgetAccount,
  company: BudgetAccount,
  sliceCents: number,
): Grant {
  const left = freeCents(agent);
  const companyLeft = freeCents(company);
  if (left <= 0) return { granted: false, cents: 0, reason: 'agent_budget' };
  if (companyLeft <= 0) return { granted: false, cents: 0, reason: 'company_budget' };
  const free = Math.min(left, companyLeft);
  return { granted: true, cents: free === Infinity ? 0 : Math.min(free, sliceCents), reason: null };
}

const freeCents = ({ limitCents, spentCents, reservedCents }: BudgetAccount): number =>
  limitCents === 0 ? Infinity : limitCents - spentCents - reservedCents;

/** Share of a budget in percent, with two decimals; 0 if there is no limit. */
export const percentOf = (cents: number, limitCents: number): number =>
  limitCents === 0 ? 0 : Math.round((cents / limitCents) * 10_000) / 100;
