/**
 * What the answers of a live run have used so far. An answer is printed in parts, each with the same
 * counts, so it counts once.
 */
import { countOf, fieldsOf, nameOf, stringOf, type Fields } from './fields.ts';
import type { ModelUsage } from './line-report.ts';

/** Answers that are told apart; what a run uses after these shows when it ends. */
const ANSWERS_MAX = 10_000;
/** The program wrote this answer itself. */
const NO_MODEL = '<synthetic>';

/** Takes the `message` of a line, returns the sums by model; nothing where they are the same. */
export function liveUsage(): (message: Fields) => readonly ModelUsage[] | undefined {
  const answers = new Set<string>();
  const sums = new Map<string, ModelUsage>();
  return (message) => {
    const id = stringOf(message['id']);
    const model = nameOf(message['model']);
    if (id === undefined || model === undefined || model === NO_MODEL) return undefined;
    if (answers.has(id) || answers.size >= ANSWERS_MAX) return undefined;
    answers.add(id);
    sums.set(model, addAnswer(model, sums.get(model), fieldsOf(message['usage'])));
    return [...sums.values()];
  };
}

const addAnswer = (model: string, sum: ModelUsage | undefined, usage: Fields): ModelUsage => ({
  model,
  inputTokens: (sum?.inputTokens ?? 0) + countOf(usage['input_tokens']),
  cacheWriteTokens: (sum?.cacheWriteTokens ?? 0) + countOf(usage['cache_creation_input_tokens']),
  cachedInputTokens: (sum?.cachedInputTokens ?? 0) + countOf(usage['cache_read_input_tokens']),
  outputTokens: (sum?.outputTokens ?? 0) + countOf(usage['output_tokens']),
});
