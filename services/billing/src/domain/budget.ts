/**
 * Where a budget stands, decided from sums alone. What was said of it is kept as two marks, so that
 * every crossing is said once, and again only after it was taken back: by a higher limit, or by a
 * new month, whose marks are its own. A limit of 0 is no limit.
 */

/** From this share of the limit on an agent is told to be careful. */
const WARN_PERCENT = 80;

/** What has been said of a budget in a month and still holds. */
export interface Marks {
  readonly warned: boolean;
  readonly exhausted: boolean;
}

export interface Books {
  readonly limitCents: number;
  readonly spentCents: number;
}

export type BudgetNews = 'budget.warned' | 'budget.exhausted' | 'budget.restored';

export interface Verdict {
  readonly marks: Marks;
  readonly says: readonly BudgetNews[];
}

export const isExhausted = ({ limitCents, spentCents }: Books): boolean =>
  limitCents > 0 && spentCents >= limitCents;

export const isWarned = ({ limitCents, spentCents }: Books): boolean =>
  limitCents > 0 && spentCents * 100 >= limitCents * WARN_PERCENT;

/** What has to be said now that the books are as they are. */
export function judge(before: Marks, books: Books): Verdict {
  const marks = { warned: isWarned(books), exhausted: isExhausted(books) };
  const says: BudgetNews[] = [];
  if (marks.warned && !before.warned) says.push('budget.warned');
  if (marks.exhausted && !before.exhausted) says.push('budget.exhausted');
  if (before.exhausted && !marks.exhausted) says.push('budget.restored');
  return { marks, says };
}

/**
 * What a spender is told; null is no limit. A company that is out of money stops its agents too.
 */
export const budgetState = (agent: Books, company: Books) => ({
  limitCents: agent.limitCents,
  spentCents: agent.spentCents,
  remainingCents: agent.limitCents === 0 ? null : Math.max(0, agent.limitCents - agent.spentCents),
  stop: isExhausted(agent) || isExhausted(company),
});

export interface Account extends Books {
  readonly reservedCents: number;
}

export type Grant =
  | { readonly granted: true; readonly cents: number; readonly reason: null }
  | {
      readonly granted: false;
      readonly cents: 0;
      readonly reason: 'agent_budget' | 'company_budget';
    };

/** The slice for a run: what is left up to its size, nothing where there is no limit, or a no. */
export function sliceOf(agent: Account, company: Account, sliceCents: number): Grant {
  const left = freeCents(agent);
  const companyLeft = freeCents(company);
  if (left <= 0) return { granted: false, cents: 0, reason: 'agent_budget' };
  if (companyLeft <= 0) return { granted: false, cents: 0, reason: 'company_budget' };
  const free = Math.min(left, companyLeft);
  return { granted: true, cents: free === Infinity ? 0 : Math.min(free, sliceCents), reason: null };
}

const freeCents = ({ limitCents, spentCents, reservedCents }: Account): number =>
  limitCents === 0 ? Infinity : limitCents - spentCents - reservedCents;

/** Share of a budget in percent with two decimals; nothing is a share of no limit. */
export const percentOf = (cents: number, limitCents: number): number =>
  limitCents === 0 ? 0 : Math.round((cents / limitCents) * 10_000) / 100;
