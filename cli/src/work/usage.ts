/** What a program has used, as the interface takes it from a remote agent. */
import type { LineReport, ModelUsage } from '@muster/cli-agents';
import type { Input } from '@muster/client';

const CENTS_PER_DOLLAR = 100;

/** Undefined where the program has not said anything of it. A price that it does not name is unknown, not zero. */
export function usageOf({ used, usedAtLeast }: LineReport): Input<'finishRun'>['usage'] {
  const models = used?.models ?? usedAtLeast;
  if (!models || models.length === 0) return undefined;
  const sum = (count: (usage: ModelUsage) => number): number =>
    models.reduce((total, usage) => total + count(usage), 0);
  const isPriced = models.every(({ costUsd }) => costUsd !== undefined);
  const dollars = sum(({ costUsd = 0 }) => costUsd);
  return {
    inputTokens: sum(({ inputTokens, cacheWriteTokens }) => inputTokens + cacheWriteTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costCents: isPriced ? Math.round(dollars * CENTS_PER_DOLLAR) : null,
    priceStatus: isPriced ? 'estimated' : 'unknown',
    provider: used?.provider ?? 'unknown',
    model: mainModel(models),
  };
}

/** The one that has written most. */
const mainModel = (models: readonly ModelUsage[]): string =>
  models.toSorted((one, other) => other.outputTokens - one.outputTokens)[0]?.model ?? 'unknown';
