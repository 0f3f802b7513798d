/**
 * The price that is booked for a report. An unknown price is not zero: all tokens are charged at
 * the highest price that the operator expects.
 */
import type { PriceStatus } from '@muster/contracts';

const TOKENS_PER_PRICE = 1_000_000;

/**
 * The status of a price that is given. No provider bills tokens with nothing, so a price of zero was
 * not measured: it is what the reporter assumes, such as for a model on its own machine.
 */
export const statusOfCents = (
  costCents: number,
  tokens: Tokens,
  priceStatus: 'measured' | 'estimated' = 'measured',
): 'measured' | 'estimated' => (costCents === 0 && hasTokens(tokens) ? 'estimated' : priceStatus);

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

/** No provider that lists prices takes more of its output price for input that is read from a cache. */
const CACHED_PER_FULL_PRICE = 10;

/** Rounded up, so that the charge is never less than the possible cost. */
export const centsAtHighestPrice = (
  { inputTokens, outputTokens, cachedInputTokens }: Tokens,
  centsPerMillion: number,
): number => {
  const atFullPrice = inputTokens + outputTokens + cachedInputTokens / CACHED_PER_FULL_PRICE;
  return Math.ceil((atFullPrice * centsPerMillion) / TOKENS_PER_PRICE);
};

export interface Price {
  readonly costCents?: number | undefined;
  readonly priceStatus?: PriceStatus | undefined;
}

export interface Priced {
  readonly costCents: number;
  readonly priceStatus: PriceStatus;
}

/** A field of the report that contradicts another one, and why. */
export interface Contradiction {
  readonly field: 'costCents' | 'priceStatus';
  readonly message: string;
}

/** The price of a report, or the contradiction in it. */
export function priceOf(
  { costCents, priceStatus }: Price,
  tokens: Tokens,
  centsPerMillion: number,
): Priced | Contradiction {
  if (costCents !== undefined) {
    return priceStatus === 'unknown'
      ? { field: 'priceStatus', message: 'a price that is given is measured or estimated' }
      : { costCents, priceStatus: statusOfCents(costCents, tokens, priceStatus) };
  }
  if (priceStatus === 'measured' || priceStatus === 'estimated') {
    return { field: 'costCents', message: `a price that is ${priceStatus} has cents` };
  }
  if (!hasTokens(tokens)) {
    return { field: 'costCents', message: 'give the cents, or the tokens of an unknown price' };
  }
  return { costCents: centsAtHighestPrice(tokens, centsPerMillion), priceStatus: 'unknown' };
}

const hasTokens = ({ inputTokens, outputTokens, cachedInputTokens }: Tokens): boolean =>
  inputTokens + outputTokens + cachedInputTokens > 0;
