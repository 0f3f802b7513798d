/**
 * What the answers of a live run have used so far. An answer is printed in parts, each with the same
 * counts, so it counts once.
 */
import { countOf, fieldsOf, nameOf, type Fields } from './fields.ts';
import type { LineReport, ModelUsage } from './line-report.ts';

/** Answers that are told apart; what a run uses after these shows when it ends. */
const ANSWERS_MAX = 10_000;
/** Parts of one answer are printed close together, with those of sub-agents in between. */
const RECENT_MAX = 32;
/** The program wrote this answer itself. */
const NO_MODEL = '<synthetic>';

export interface LiveUsage {
  /** Sums by model. */
  readonly usedAtLeast: readonly ModelUsage[];
  /** Ids of the newest answers in them. */
  readonly answers: readonly string[];
}

/**
 * Takes the `message` of a line; returns nothing where it changes no sum.
 *
 * @param before what another reader has read of the run
 */
export function liveUsage(before: LineReport): (message: Fields) => LiveUsage | undefined {
  const answers = new Set(before.seen?.answers);
  const sums = new Map((before.usedAtLeast ?? []).map((sum) => [sum.model, sum]));
  return (message) => {
    const id = nameOf(message['id']);
    const model = nameOf(message['model']);
    if (id === undefined || model === undefined || model === NO_MODEL) return undefined;
    if (answers.has(id) || answers.size >= ANSWERS_MAX) return undefined;
    answers.add(id);
    sums.set(model, addAnswer(model, sums.get(model), fieldsOf(message['usage'])));
    return { usedAtLeast: [...sums.values()], answers: [...answers].slice(-RECENT_MAX) };
  };
}

const addAnswer = (model: string, sum: ModelUsage | undefined, usage: Fields): ModelUsage => ({
  model,
  inputTokens: (sum?.inputTokens ?? 0) + countOf(usage['input_tokens']),
  cacheWriteTokens: (sum?.cacheWriteTokens ?? 0) + countOf(usage['cache_creation_input_tokens']),
  cachedInputTokens: (sum?.cachedInputTokens ?? 0) + countOf(usage['cache_read_input_tokens']),
  outputTokens: (sum?.outputTokens ?? 0) + countOf(usage['output_tokens']),
});
