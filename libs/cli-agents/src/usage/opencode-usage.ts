import { countOf, fieldsOf, priceOf, type Fields } from '../fields.ts';
import type { ModelUsage } from '../line-report.ts';

/** What a step has used. */
export function usageOf(model: string, part: Fields): ModelUsage {
  const tokens = fieldsOf(part['tokens']);
  const cache = fieldsOf(tokens['cache']);
  const [input, output, reasoning] = [
    countOf(tokens['input']),
    countOf(tokens['output']),
    countOf(tokens['reasoning']),
  ];
  const [read, write] = [countOf(cache['read']), countOf(cache['write'])];
  // Reasoning is a part of the output of some providers, and beside it for others.
  const isBeside = countOf(tokens['total']) >= input + output + reasoning + read + write;
  const costUsd = priceOf(part['cost']);
  return {
    model,
    inputTokens: input,
    cacheWriteTokens: write,
    cachedInputTokens: read,
    outputTokens: output + (isBeside ? reasoning : 0),
    ...(costUsd !== undefined && { costUsd }),
  };
}
