/** Usage of a run comes as a running total; what is new since the last report is the cost. */
import type { PriceStatus, Usage } from '@muster/contracts';
import { dearestCents } from './price.ts';

export interface Booked {
  readonly bookings: number;
  readonly costCents: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

export interface Increase extends Omit<Booked, 'bookings'> {
  readonly priceStatus: PriceStatus;
}

export const nothingBooked: Booked = {
  bookings: 0, costCents: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0,
};

/**
 * What is to be booked, or nothing. A total that shrinks takes no money back. Where the price is
 * unknown the total is that of its tokens, so that many small reports are not each rounded up.
 */
export function increaseOf(
  booked: Booked,
  usage: Usage,
  unknownCentsPerMillion: number,
): Increase | undefined {
  const total = usage.costCents ?? dearestCents(usage, unknownCentsPerMillion);
  const increase = {
    costCents: Math.max(0, total - booked.costCents),
    inputTokens: Math.max(0, usage.inputTokens - booked.inputTokens),
    outputTokens: Math.max(0, usage.outputTokens - booked.outputTokens),
    cachedInputTokens: Math.max(0, usage.cachedInputTokens - booked.cachedInputTokens),
  };
  if (Object.values(increase).every((amount) => amount === 0)) return undefined;
  return { ...increase, priceStatus: usage.costCents === null ? 'unknown' : 'measured' };
}

export const addIncrease = (booked: Booked, increase: Increase): Booked => ({
  bookings: booked.bookings + 1,
  costCents: booked.costCents + increase.costCents,
  inputTokens: booked.inputTokens + increase.inputTokens,
  outputTokens: booked.outputTokens + increase.outputTokens,
  cachedInputTokens: booked.cachedInputTokens + increase.cachedInputTokens,
});
