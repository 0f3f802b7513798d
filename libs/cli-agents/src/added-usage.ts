/** What one run has added to the counts of the session that it resumed. */
import type { ModelTokens, ModelUsage, ReportedUsage } from './line-report.ts';

/**
 * The raw counts without those of the baseline, model by model. A model whose counts have fallen was
 * counted anew, and all of it is this run's. Models that added nothing are left out.
 */
export function addedUsage(
  raw: ReportedUsage,
  baseline: readonly ModelUsage[],
): readonly ModelUsage[] {
  if (raw.scope === 'run') return raw.models;
  const before = new Map(baseline.map((usage) => [usage.model, usage]));
  return raw.models
    .map((usage) => without(usage, before.get(usage.model)))
    .filter((usage) => COUNTS.some((count) => usage[count] > 0));
}

const COUNTS = ['inputTokens', 'cacheWriteTokens', 'cachedInputTokens', 'outputTokens'] as const;
/** A millionth of a dollar: prices are sums of binary fractions. */
const PRICE_STEPS = 1e6;

/** Whether a model was counted anew since. */
export const hasFallen = (raw: ModelTokens, before: ModelTokens | undefined): boolean =>
  before !== undefined && COUNTS.some((count) => raw[count] < before[count]);

function without(raw: ModelUsage, before: ModelUsage | undefined): ModelUsage {
  if (!before || hasFallen(raw, before)) return raw;
  const { costUsd, ...counts } = raw;
  const added = {
    ...counts,
    inputTokens: raw.inputTokens - before.inputTokens,
    cacheWriteTokens: raw.cacheWriteTokens - before.cacheWriteTokens,
    cachedInputTokens: raw.cachedInputTokens - before.cachedInputTokens,
    outputTokens: raw.outputTokens - before.outputTokens,
  };
  // Without the price of the earlier part, the price of this part is not known.
  if (costUsd === undefined || before.costUsd === undefined) return added;
  const cost = Math.round((costUsd - before.costUsd) * PRICE_STEPS) / PRICE_STEPS;
  return cost > 0 ? { ...added, costUsd: cost } : added;
}
