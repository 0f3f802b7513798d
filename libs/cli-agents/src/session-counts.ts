/** What the runs of a session have used, each token once, though some were ended before they reported. */
import { addedUsage, hasFallen } from './added-usage.ts';
import type { LineReport, ModelTokens, ModelUsage } from './line-report.ts';

/** What is known of the counts of a session when a run resumes it. */
export interface SessionCounts {
  /** The program's own counts when it reported them last. */
  readonly models: readonly ModelUsage[];
  /** What runs have used at least that were ended before they reported; it is booked already. */
  readonly unreported: readonly ModelUsage[];
}

export const nothingCounted: SessionCounts = { models: [], unreported: [] };

/**
 * What a run has used up to now, by model; nothing where it has not said.
 *
 * A program may or may not count what a killed run of the session has used. Where it does, that part is
 * booked already; where it does not, the run has used at least what its answers show. So the larger of
 * the two is booked.
 */
export function usedByRun(
  { used, usedAtLeast }: LineReport,
  { models, unreported }: SessionCounts,
): readonly ModelUsage[] | undefined {
  if (!used) return usedAtLeast;
  if (used.scope === 'run') return used.models;
  const before = byModel(models);
  const booked = byModel(unreported);
  const atLeast = byModel(usedAtLeast ?? []);
  return addedUsage(used, models)
    .map((added) => {
      const { model } = added;
      const part = booked.get(model);
      const raw = used.models.find((each) => each.model === model) ?? added;
      if (!part || hasFallen(raw, before.get(model))) return added;
      const counts = eachCount((count) => largest(added, part, atLeast.get(model))(count));
      return { ...added, ...counts, booked: eachCount((count) => part[count]) };
    })
    .filter((usage) => COUNTS.some((count) => usage[count] > 0));
}

const largest =
  (added: ModelTokens, booked: ModelTokens, atLeast: ModelTokens | undefined) =>
  (count: keyof ModelTokens): number =>
    Math.max(added[count] - booked[count], atLeast?.[count] ?? 0, 0);

/** What the next run of the session has to know. */
export function countsAfter(
  { used, usedAtLeast = [] }: LineReport,
  before: SessionCounts,
): SessionCounts {
  if (used) return { models: used.scope === 'run' ? [] : used.models, unreported: [] };
  const sums = byModel(before.unreported);
  for (const usage of usedAtLeast) {
    const sum = sums.get(usage.model);
    const counts = eachCount((count) => usage[count] + (sum?.[count] ?? 0));
    sums.set(usage.model, { model: usage.model, ...counts });
  }
  return { models: before.models, unreported: [...sums.values()] };
}

const COUNTS = ['inputTokens', 'cacheWriteTokens', 'cachedInputTokens', 'outputTokens'] as const;

const eachCount = (of: (count: keyof ModelTokens) => number): ModelTokens => ({
  inputTokens: of('inputTokens'),
  cacheWriteTokens: of('cacheWriteTokens'),
  cachedInputTokens: of('cachedInputTokens'),
  outputTokens: of('outputTokens'),
});

const byModel = (models: readonly ModelUsage[]): Map<string, ModelUsage> =>
  new Map(models.map((usage) => [usage.model, usage]));
