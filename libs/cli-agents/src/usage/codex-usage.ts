import { countOf, type Fields } from '../fields.ts';
import type { ReportedUsage } from '../line-report.ts';

/** What a turn says that the session has used. */
export function usageIn(model: string, usage: Fields): ReportedUsage {
  const cachedInputTokens = countOf(usage['cached_input_tokens']);
  const cacheWriteTokens = countOf(usage['cache_write_input_tokens']);
  const input = countOf(usage['input_tokens']);
  const tokens = {
    inputTokens: Math.max(0, input - cachedInputTokens - cacheWriteTokens),
    cacheWriteTokens,
    cachedInputTokens,
    // Reasoning is a part of it.
    outputTokens: countOf(usage['output_tokens']),
  };
  return { scope: 'session', provider: 'openai', models: [{ model, ...tokens }] };
}
