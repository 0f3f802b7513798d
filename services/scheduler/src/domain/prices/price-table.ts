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
const ModelPrice = z.strictObject({
  input: Dollars,
  /** Of input that is written to a cache. */
  cacheWrite: Dollars,
  /** Of input that is read from a cache. */
  cachedInput: Dollars,
  output: Dollars,
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

export const dollarsOf = (tokens: ModelTokens, price: ModelPrice): number =>
  (tokens.inputTokens * price.input +
    tokens.cacheWriteTokens * price.cacheWrite +
    tokens.cachedInputTokens * price.cachedInput +
    tokens.outputTokens * price.output) /
  TOKENS_PER_PRICE;
