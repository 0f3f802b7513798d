/** What the tokens of a run have cost, and how reliable that is. */
import type { ModelUsage } from '@muster/cli-agents';
import type { Usage } from '@muster/contracts';
import { dollarsOf, type PriceTable } from './price-table.ts';
import { centsOf } from '../usage.ts';

type Price = Pick<Usage, 'costCents' | 'priceStatus' | 'priceDate'>;

interface ModelCost {
  readonly dollars: number;
  /** Named by the program under a key that is paid by the token. */
  readonly isMeasured: boolean;
  /** Of the list that the price is from. */
  readonly date?: string;
}

/**
 * Measured only if the provider bills what the program names. One model without a price makes the whole
 * unknown: a part of the cost would look like all of it.
 */
export function priceOfUse(
  models: readonly ModelUsage[],
  terms: { readonly isMetered: boolean; readonly prices: PriceTable },
): Price {
  const costs = models.map((usage) => costOf(usage, terms));
  if (costs.length === 0 || costs.some((cost) => cost === undefined)) {
    return { costCents: null, priceStatus: 'unknown' };
  }
  const known = costs.filter((cost) => cost !== undefined);
  const dollars = known.reduce((sum, cost) => sum + cost.dollars, 0);
  const [oldest] = known.flatMap(({ date }) => date ?? []).toSorted();
  return {
    costCents: Math.min(Number.MAX_SAFE_INTEGER, centsOf(dollars)),
    priceStatus: known.every(({ isMeasured }) => isMeasured) ? 'measured' : 'estimated',
    ...(oldest === undefined ? {} : { priceDate: oldest }),
  };
}

/** A price of zero is none: programs print it for models that they do not know. */
function costOf(
  usage: ModelUsage,
  { isMetered, prices }: { readonly isMetered: boolean; readonly prices: PriceTable },
): ModelCost | undefined {
  const { costUsd = 0, model, booked } = usage;
  const price = Object.hasOwn(prices.models, model) ? prices.models[model] : undefined;
  // What an ended run was booked with was an estimate; so is what is left of the price.
  const before = booked && price ? dollarsOf(booked, price) : 0;
  if (costUsd > 0) {
    return { dollars: Math.max(0, costUsd - before), isMeasured: isMetered && !booked };
  }
  if (price) return { dollars: dollarsOf(usage, price), isMeasured: false, date: price.date };
  return tokensOf(usage) === 0 ? { dollars: 0, isMeasured: isMetered } : undefined;
}

export const tokensOf = (usage: ModelUsage): number =>
  usage.inputTokens + usage.cacheWriteTokens + usage.cachedInputTokens + usage.outputTokens;
