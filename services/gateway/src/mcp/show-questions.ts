/** Questions about an issue as a model reads them: all of their words are those of others. */
import type { QuestionInContext } from '@muster/contracts';
import { cut } from './domain/fit.ts';

/** In an answer that has much else to tell. */
const QUESTIONS_MAX = 5;
/** Longest question or answer: read by its id, it is whole. */
const TEXT_MAX = 500;

export const showQuestions = (
  questions: readonly QuestionInContext[] | undefined,
  self: string,
  textMax: number,
): object[] | undefined =>
  questions
    ?.slice(0, QUESTIONS_MAX)
    .map((question) => showQuestion(question, self, Math.min(textMax, TEXT_MAX)));

function showQuestion(question: QuestionInContext, self: string, textMax: number): object {
  const { id, kind, state, text, options, answer, byDefault, closedByName } = question;
  const asked = {
    by: question.askedByAgentId === self ? 'me' : cut(question.askedByName, textMax),
    text: cut(text, textMax),
  };
  if (state !== 'open') {
    return {
      ...asked,
      answer: typeof answer === 'string' ? cut(answer, textMax) : (answer ?? undefined),
      answeredBy: cut(closedByName, textMax),
      expired: state === 'expired' || undefined,
      byDefault: byDefault || undefined,
    };
  }
  return {
    question: id,
    toYou: question.toAgentId === self || undefined,
    ...asked,
    kind,
    options: options.length > 0 ? options : undefined,
    deadline: question.deadline ?? undefined,
  };
}
