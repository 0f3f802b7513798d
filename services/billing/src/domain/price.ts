/**
 * What is booked for a report. Nobody's knowing a price does not make work free: the budget is
 * charged for all tokens at the dearest price that the operator expects.
 */
import type { PriceStatus } from '@muster/contracts';

const TOKENS_OF_THE_PRICE = 1_000_000;

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

/** Rounded up: what is charged is never less than what may have been spent. */
export const dearestCents = (
  { inputTokens, outputTokens, cachedInputTokens }: Tokens,
  centsPerMillion: number,
): number =>
  Math.ceil(
    ((inputTokens + outputTokens + cachedInputTokens) * centsPerMillion) / TOKENS_OF_THE_PRICE,
  );

export interface Price {
  readonly costCents?: number | undefined;
  readonly priceStatus?: PriceStatus | undefined;
}

export interface Priced {
  readonly costCents: number;
  readonly priceStatus: PriceStatus;
}

/** A field of the report that contradicts another, and why. */
export interface Contradiction {
  readonly field: 'costCents' | 'priceStatus';
  readonly message: string;
}

/** Cents and certainty of a report, or what is wrong with it. */
export function priceOf(
  { costCents, priceStatus }: Price,
  tokens: Tokens,
  centsPerMillion: number,
): Priced | Contradiction {
  if (costCents !== undefined) {
    return priceStatus === 'unknown'
      ? { field: 'priceStatus', message: 'a price that is given is measured or estimated' }
      : { costCents, priceStatus: priceStatus ?? 'measured' };
  }
  if (priceStatus === 'measured' || priceStatus === 'estimated') {
    return { field: 'costCents', message: `a price that is ${priceStatus} has cents` };
  }
  if (tokens.inputTokens + tokens.outputTokens + tokens.cachedInputTokens === 0) {
    return { field: 'costCents', message: 'give the cents, or the tokens of an unknown price' };
  }
  return { costCents: dearestCents(tokens, centsPerMillion), priceStatus: 'unknown' };
}
