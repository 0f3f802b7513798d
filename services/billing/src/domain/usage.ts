/** A run reports its usage as a running total; the increase since the last report is the cost. */
import { TOKENS_MAX, type PriceStatus, type Usage } from '@muster/contracts';
import { centsAtHighestPrice, statusOfCents } from './price.ts';

export interface BookedUsage {
  readonly bookings: number;
  readonly costCents: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

export interface UsageIncrease extends Omit<BookedUsage, 'bookings'> {
  readonly priceStatus: PriceStatus;
  readonly priceDate: string | null;
}

export interface UsageTerms {
  readonly unknownCentsPerMillion: number;
  /** The most that one run may cost. */
  readonly maxCents: number;
}

export const nothingBooked: BookedUsage = {
  bookings: 0,
  costCents: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
};

/**
 * The increase to book, or nothing. A smaller total takes nothing back. For an unknown price the
 * total is computed from all tokens, so that many small reports are not each rounded up. An agent
 * may print any number, so each total is bounded by the most that one report may have: otherwise it
 * could spend the company's budget at once, or a sum could overflow.
 */
export function increaseOf(
  booked: BookedUsage,
  usage: Usage,
  { unknownCentsPerMillion, maxCents }: UsageTerms,
): UsageIncrease | undefined {
  const total = usage.costCents ?? centsAtHighestPrice(usage, unknownCentsPerMillion);
  const beyond = (reported: number, known: number, max: number): number =>
    Math.max(0, Math.min(reported, max) - known);
  const increase = {
    costCents: beyond(total, booked.costCents, maxCents),
    inputTokens: beyond(usage.inputTokens, booked.inputTokens, TOKENS_MAX),
    outputTokens: beyond(usage.outputTokens, booked.outputTokens, TOKENS_MAX),
    cachedInputTokens: beyond(usage.cachedInputTokens, booked.cachedInputTokens, TOKENS_MAX),
  };
  if (Object.values(increase).every((amount) => amount === 0)) return undefined;
  return { ...increase, ...priceOfUsage(usage) };
}

/** A report that calls its cents unknown contradicts itself: the cents are an estimate. */
function priceOfUsage(usage: Usage): Pick<UsageIncrease, 'priceStatus' | 'priceDate'> {
  const { costCents, priceStatus = 'measured', priceDate = null } = usage;
  if (costCents === null) return { priceStatus: 'unknown', priceDate: null };
  const status = priceStatus === 'unknown' ? 'estimated' : priceStatus;
  return { priceStatus: statusOfCents(costCents, usage, status), priceDate };
}

export const addIncrease = (booked: BookedUsage, increase: UsageIncrease): BookedUsage => ({
  bookings: booked.bookings + 1,
  costCents: booked.costCents + increase.costCents,
  inputTokens: booked.inputTokens + increase.inputTokens,
  outputTokens: booked.outputTokens + increase.outputTokens,
  cachedInputTokens: booked.cachedInputTokens + increase.cachedInputTokens,
});
