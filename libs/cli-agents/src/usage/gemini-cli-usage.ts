import { countOf, fieldsOf, nameOf, type Fields } from '../fields.ts';
import type { ModelUsage, ReportedUsage } from '../line-report.ts';

/** What the result says that the run has used. */
export function usageIn(models: Fields): ReportedUsage | undefined {
  const all = Object.entries(models).map(([model, counts]) => usageOf(model, fieldsOf(counts)));
  const used = all.filter(
    ({ inputTokens, cachedInputTokens, outputTokens }) =>
      inputTokens + cachedInputTokens + outputTokens > 0,
  );
  return used.length === 0 ? undefined : { scope: 'run', provider: 'google', models: used };
}

function usageOf(model: string, counts: Fields): ModelUsage {
  const input = countOf(counts['input_tokens']);
  const cachedInputTokens = Math.min(countOf(counts['cached']), input);
  return {
    model: nameOf(model) ?? 'unknown',
    inputTokens: input - cachedInputTokens,
    // The provider charges none by the token.
    cacheWriteTokens: 0,
    cachedInputTokens,
    // Its output is without reasoning, which the total has.
    outputTokens: Math.max(
      countOf(counts['output_tokens']),
      countOf(counts['total_tokens']) - input,
    ),
  };
}
