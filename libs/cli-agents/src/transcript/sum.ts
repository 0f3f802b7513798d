import type { ModelUsage } from '../line-report.ts';
import type { Used } from './step.ts';

/** All models together; the price is known where each has one. */
export function sumOf(models: readonly ModelUsage[]): Used | undefined {
  if (models.length === 0) return undefined;
  const sum = (of: (usage: ModelUsage) => number): number =>
    models.reduce((before, usage) => before + of(usage), 0);
  const isPriced = models.every(({ costUsd }) => costUsd !== undefined);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: isPriced ? sum(({ costUsd }) => costUsd ?? 0) : undefined,
  };
}
