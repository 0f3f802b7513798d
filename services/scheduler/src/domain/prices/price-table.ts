/**
 * Prices of models as their providers list them, for estimates of what a run has cost where its
 * program names no price.
 */
import type { ModelTokens } from '@muster/cli-agents';
import { PriceDate } from '@muster/contracts';
import { z } from 'zod';

const TOKENS_PER_PRICE = 1_000_000;
/** Far above any list price: a larger number is in another unit. */
const DOLLARS_MAX = 100_000;

const Dollars = z.number().min(0).max(DOLLARS_MAX);

/** Dollars for a million tokens of each kind. */
const rates = {
  input: Dollars,
  /** Of input that is written to a cache. */
  cacheWrite: Dollars,
  /** Of input that is read from a cache. */
  cachedInput: Dollars,
  output: Dollars,
};

const ModelPrice = z.strictObject({
  ...rates,
  /** The rates of a request whose prompt has more tokens than this. */
  longPrompts: z.strictObject({ aboveTokens: z.int().min(1), ...rates }).optional(),
  /** When the prices were checked; it is kept with each cost. */
  date: PriceDate,
  /** Where they are listed; for people. */
  source: z.string().min(1).max(500),
});
export type ModelPrice = z.output<typeof ModelPrice>;

export const PriceTable = z.strictObject({
  /** By the name of the model as its program prints it. */
  models: z.record(z.string().min(1).max(200), ModelPrice),
});
export type PriceTable = z.output<typeof PriceTable>;

export function dollarsOf(tokens: ModelTokens, price: ModelPrice): number {
  const { input, cacheWrite, cachedInput, output } = ratesFor(tokens, price);
  const dollars =
    tokens.inputTokens * input +
    tokens.cacheWriteTokens * cacheWrite +
    tokens.cachedInputTokens * cachedInput +
    tokens.outputTokens * output;
  return dollars / TOKENS_PER_PRICE;
}

/**
 * Programs count all prompts of a run together. At most so many tokens, no prompt was long; with more, any
 * may have been, and an estimate for a budget is better too high than too low.
 */
function ratesFor(tokens: ModelTokens, price: ModelPrice) {
  const { longPrompts } = price;
  const prompts = tokens.inputTokens + tokens.cacheWriteTokens + tokens.cachedInputTokens;
  return longPrompts && prompts > longPrompts.aboveTokens ? longPrompts : price;
}
