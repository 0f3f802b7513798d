/** Questions in words: what was answered, and how a question has ended. */
import type { Question, QuestionAnswer } from '@muster/contracts';

/** `Yes`, an option, the options, or the words. */
export function answerWords(answer: QuestionAnswer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'string') return answer;
  return answer.length === 0 ? 'None of them' : answer.join(', ');
}

type Closed = Pick<Question, 'state' | 'answer' | 'byDefault' | 'closedByName'>;

/** What has become of it; nothing while it is open. */
export function outcomeOf({ state, answer, byDefault, closedByName }: Closed): string | undefined {
  if (state === 'open') return undefined;
  if (state === 'withdrawn') return `Withdrawn by ${closedByName ?? 'someone'}`;
  if (answer === null) return 'Expired without an answer';
  return byDefault
    ? 'The default, as the deadline has passed'
    : `Answered by ${closedByName ?? 'someone'}`;
}

/** The options that a form has, one a line. */
export const optionsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
