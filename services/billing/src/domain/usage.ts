/** Usage of a run comes as a running total; what is new since the last report is the cost. */
import { CENTS_MAX, TOKENS_MAX, type PriceStatus, type Usage } from '@muster/contracts';
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
 * unknown the total is that of its tokens, so that many small reports are not each rounded up. An
 * agent may print any number: a run is booked no more than one report can have, so that no sum
 * overflows and keeps the company's other costs from being booked.
 */
export function increaseOf(
  booked: Booked,
  usage: Usage,
  unknownCentsPerMillion: number,
): Increase | undefined {
  const total = usage.costCents ?? dearestCents(usage, unknownCentsPerMillion);
  const beyond = (reported: number, known: number, max: number): number =>
    Math.max(0, Math.min(reported, max) - known);
  const increase = {
    costCents: beyond(total, booked.costCents, CENTS_MAX),
    inputTokens: beyond(usage.inputTokens, booked.inputTokens, TOKENS_MAX),
    outputTokens: beyond(usage.outputTokens, booked.outputTokens, TOKENS_MAX),
    cachedInputTokens: beyond(usage.cachedInputTokens, booked.cachedInputTokens, TOKENS_MAX),
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
