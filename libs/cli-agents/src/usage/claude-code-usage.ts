import { countOf, fieldsOf, nameOf, priceOf, type Fields } from '../fields.ts';
import type { ModelUsage } from '../line-report.ts';

/** More models than any run has; the rest of a line is not kept. */
const LIST_MAX = 100;

/** What a result says that the session has used. */
export const modelsIn = (fields: Fields): readonly ModelUsage[] =>
  Object.entries(fieldsOf(fields['modelUsage']))
    .slice(0, LIST_MAX)
    .map(([model, usage]) => modelUsage(model, fieldsOf(usage)));

function modelUsage(model: string, usage: Fields): ModelUsage {
  const costUsd = priceOf(usage['costUSD']);
  return {
    model: nameOf(model) ?? 'unknown',
    inputTokens: countOf(usage['inputTokens']),
    cacheWriteTokens: countOf(usage['cacheCreationInputTokens']),
    cachedInputTokens: countOf(usage['cacheReadInputTokens']),
    outputTokens: countOf(usage['outputTokens']),
    ...(costUsd !== undefined && { costUsd }),
  };
}
