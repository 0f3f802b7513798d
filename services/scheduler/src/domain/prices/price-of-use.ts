/** What the tokens of a run have cost, and how reliable that is. */
import type { ModelUsage } from '@muster/cli-agents';
import type { Usage } from '@muster/contracts';
import { dollarsOf, type PriceTable } from './price-table.ts';
import { centsOf } from '../usage.ts';

type Price = Pick<Usage, 'costCents' | 'priceStatus' | 'priceDate' | 'parts'>;

interface ModelCost {
  readonly dollars: number;
  /** Named by the program under a key that is paid by the token. */
  readonly isMeasured: boolean;
  /** Of the list that the price is from. */
  readonly date?: string;
}

interface PricedModel {
  readonly usage: ModelUsage;
  readonly cost: ModelCost;
}

const unknown = { costCents: null, priceStatus: 'unknown' } as const;

/**
 * Measured only if the provider bills what the program names. One model without a price leaves the
 * cost of the whole unknown, because a part of it would look like all of it; what the other models
 * have cost is a part of its own, so that only the tokens of that one are charged by their number.
 */
export function priceOfUse(
  models: readonly ModelUsage[],
  terms: { readonly isMetered: boolean; readonly prices: PriceTable },
): Price {
  const costs = models.map((usage) => ({ usage, cost: costOf(usage, terms) }));
  const known = costs.filter((each): each is PricedModel => each.cost !== undefined);
  const unpriced = costs.filter(({ cost }) => cost === undefined).map(({ usage }) => usage);
  if (models.length > 0 && unpriced.length === 0) return priceOf(known);
  const priced = known.filter(({ usage, cost }) => tokensOf(usage) > 0 || cost.dollars > 0);
  if (priced.length === 0) return unknown;
  const used = priced.map(({ usage }) => usage);
  return {
    ...unknown,
    parts: { priced: { ...sumOf(used), ...priceOf(priced) }, unpriced: sumOf(unpriced) },
  };
}

function priceOf(priced: readonly PricedModel[]) {
  const costs = priced.map(({ cost }) => cost);
  const dollars = costs.reduce((sum, cost) => sum + cost.dollars, 0);
  const [oldest] = costs.flatMap(({ date }) => date ?? []).toSorted();
  const isMeasured = costs.every((cost) => cost.isMeasured);
  return {
    costCents: Math.min(Number.MAX_SAFE_INTEGER, centsOf(dollars)),
    priceStatus: isMeasured ? ('measured' as const) : ('estimated' as const),
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

const tokensOf = (usage: ModelUsage): number =>
  usage.inputTokens + usage.cacheWriteTokens + usage.cachedInputTokens + usage.outputTokens;

/** Of a program that names no model. */
export const UNNAMED = 'unknown';

/** Input is what was not read from a cache. The model is the one that has seen and written most. */
export function sumOf(models: readonly ModelUsage[]) {
  const sum = (of: (usage: ModelUsage) => number): number =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      models.reduce((total, usage) => total + of(usage), 0),
    );
  const [main] = models.toSorted((a, b) => tokensOf(b) - tokensOf(a));
  return {
    inputTokens: sum(({ inputTokens, cacheWriteTokens }) => inputTokens + cacheWriteTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    model: main?.model ?? UNNAMED,
  };
}
